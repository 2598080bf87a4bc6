/* SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT */
/* Threads for the utility; none if NO_THREADS is defined. */
#ifndef THREADS_H
#define THREADS_H

#if defined(_WIN32)
#include <windows.h>
typedef HANDLE thread;
typedef CRITICAL_SECTION thread_lock;
typedef CONDITION_VARIABLE thread_signal;
#define THREAD_FUNCTION(name, argument) static DWORD WINAPI name(void *argument)
#define THREAD_END 0
#define THREAD_STARTED(t, function, argument) \
    ((*(t) = CreateThread(NULL, 0, function, argument, 0, NULL)) != NULL)
#define THREAD_JOIN(t) (WaitForSingleObject(t, INFINITE), CloseHandle(t))
#define LOCK_OPEN(l) InitializeCriticalSection(l)
#define LOCK_CLOSE(l) DeleteCriticalSection(l)
#define LOCK(l) EnterCriticalSection(l)
#define UNLOCK(l) LeaveCriticalSection(l)
#define SIGNAL_OPEN(s) InitializeConditionVariable(s)
#define SIGNAL_CLOSE(s) ((void)(s))
#define SIGNAL(s) WakeAllConditionVariable(s)
#define SIGNAL_WAIT(s, l) SleepConditionVariableCS(s, l, INFINITE)
#define PAUSE(milliseconds) Sleep(milliseconds)

#elif defined(__unix__) || defined(__APPLE__)
#include <poll.h>
#include <pthread.h>
typedef pthread_t thread;
typedef pthread_mutex_t thread_lock;
typedef pthread_cond_t thread_signal;
#define THREAD_FUNCTION(name, argument) static void *name(void *argument)
#define THREAD_END NULL
#define THREAD_STARTED(t, function, argument) (!pthread_create(t, NULL, function, argument))
#define THREAD_JOIN(t) pthread_join(t, NULL)
#define LOCK_OPEN(l) pthread_mutex_init(l, NULL)
#define LOCK_CLOSE(l) pthread_mutex_destroy(l)
#define LOCK(l) pthread_mutex_lock(l)
#define UNLOCK(l) pthread_mutex_unlock(l)
#define SIGNAL_OPEN(s) pthread_cond_init(s, NULL)
#define SIGNAL_CLOSE(s) pthread_cond_destroy(s)
#define SIGNAL(s) pthread_cond_broadcast(s)
#define SIGNAL_WAIT(s, l) pthread_cond_wait(s, l)
#define PAUSE(milliseconds) ((void)poll(NULL, 0, milliseconds))

#else
#define NO_THREADS 1
typedef int thread_lock, thread_signal;
#define LOCK_OPEN(l) ((void)(l))
#define LOCK_CLOSE(l) ((void)(l))
#define LOCK(l) ((void)(l))
#define UNLOCK(l) ((void)(l))
#define SIGNAL_OPEN(s) ((void)(s))
#define SIGNAL_CLOSE(s) ((void)(s))
#define SIGNAL(s) ((void)(s))
#define SIGNAL_WAIT(s, l) ((void)(s), (void)(l))
#define PAUSE(milliseconds) ((void)0)
#endif

#endif
