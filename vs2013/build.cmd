@rem SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
@rem Builds a clone with the newest Visual Studio of this machine, and tests it. nasm is in PATH.
@rem   vs2013\build.cmd PLATFORM [TOOLSET]
@rem PLATFORM: x64, Win32 or ARM64; TOOLSET: ClangCL, or another one of that Visual Studio
@setlocal
@cd /d "%~dp0.."
@set toolset=
@if not "%2"=="" set toolset=-T %2
cmake -S . -B build\cmake-%1%2 -A %1 %toolset% || exit /b 1
cmake --build build\cmake-%1%2 --config Release --parallel || exit /b 1
ctest --test-dir build\cmake-%1%2 -C Release --output-on-failure || exit /b 1
@if not "%2"=="" exit /b 0
@if "%1"=="ARM64" exit /b 0
@rem The solution; CMake has made its kernels.
cmake --build build\cmake-%1 --config Release --target vs2013-asm || exit /b 1
@set where="%ProgramFiles(x86)%\Microsoft Visual Studio\Installer\vswhere.exe"
@for /f "usebackq delims=" %%m in (`%where% -latest -requires Microsoft.Component.MSBuild -find MSBuild\**\Bin\MSBuild.exe`) do @set msbuild=%%m
@for /f "usebackq delims=." %%v in (`%where% -latest -property installationVersion`) do @set major=%%v
@set platformtoolset=v143
@if %major% GEQ 18 set platformtoolset=v145
"%msbuild%" vs2013\libblake2b.sln /m /p:Configuration=Release /p:Platform=%1 /p:PlatformToolset=%platformtoolset% /p:WindowsTargetPlatformVersion=10.0 || exit /b 1
vs2013\bin\%1\Release\blake2b-util.exe fuzz --seed 1 --count 1000
