# CMake: igata_generate(<variable> SCHEMAS <file>… [OUTPUT <folder>] [ACCESS public|package|internal]
#                         [NAME <enum>])
#
# Sets the variable to the Swift files that come of the schemas, to be given to add_library or add_executable. They
# are generated again when a schema, igata.json or a template has changed.

find_program(IGATA igata REQUIRED)

function(igata_generate variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT;ACCESS;NAME" "SCHEMAS")
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/Generated")
  endif()
  set(options --target swift -o "${arg_OUTPUT}")
  if(arg_ACCESS)
    list(APPEND options --access "${arg_ACCESS}")
  endif()
  if(arg_NAME)
    list(APPEND options --schema-name "${arg_NAME}")
  endif()
  set(schemas "")
  foreach(schema IN LISTS arg_SCHEMAS)
    get_filename_component(path "${schema}" ABSOLUTE)
    list(APPEND schemas "${path}")
  endforeach()
  # The command knows its outputs: several schemas have one more, which holds the enum of all models.
  execute_process(
    COMMAND "${IGATA}" generate ${options} --list-outputs -- ${schemas}
    OUTPUT_VARIABLE outputs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" outputs "${outputs}")
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND "${IGATA}" generate ${options} --depfile "${arg_OUTPUT}/.depfile" -- ${schemas}
    DEPENDS ${schemas} "${IGATA}"
    DEPFILE "${arg_OUTPUT}/.depfile"
    COMMENT "Generating the models"
    VERBATIM)
  set(${variable} "${outputs}" PARENT_SCOPE)
endfunction()
