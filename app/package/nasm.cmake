# SPDX-License-Identifier: LicenseRef-libblake2b-public-domain OR MIT
# Expands a kernel for NASM with the compiler's preprocessor: a statement a line (CMakeLists.txt).
#
#   cmake -DCOMMAND=COMPILER;OPTION... -DFOLDER=... -DSOURCE=... -DASM=FILE -P nasm.cmake
execute_process(COMMAND ${COMMAND} ${SOURCE} WORKING_DIRECTORY "${FOLDER}"
    OUTPUT_VARIABLE text ERROR_VARIABLE said RESULT_VARIABLE status)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${SOURCE}: ${said}")
endif()
string(REGEX REPLACE "[;\r\n]+" "\n" text "${text}")
string(REGEX REPLACE "\n[ \t\n]+" "\n" text "\n${text}")
string(REGEX REPLACE "\n#[^\n]*" "" text "${text}")
file(WRITE "${ASM}" "; Made of ${SOURCE} by CMake.${text}")
