# CMake: igata_generate(<variable> SCHEMAS <file>… [OUTPUT <folder>] [ACCESS public|package|internal])
#
# Sets the variable to the Swift files that come of the schemas, to be given to add_library or add_executable. They
# are generated again when a schema, igata.json or a template has changed.

find_program(IGATA igata REQUIRED)

function(igata_generate variable)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT;ACCESS" "SCHEMAS")
  if(NOT arg_OUTPUT)
    set(arg_OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/Generated")
  endif()
  set(options --target swift -o "${arg_OUTPUT}" --depfile "${arg_OUTPUT}/.depfile")
  if(arg_ACCESS)
    list(APPEND options --access "${arg_ACCESS}")
  endif()
  set(schemas "")
  set(outputs "")
  foreach(schema IN LISTS arg_SCHEMAS)
    get_filename_component(path "${schema}" ABSOLUTE)
    get_filename_component(name "${schema}" NAME)
    list(APPEND schemas "${path}")
    list(APPEND outputs "${arg_OUTPUT}/${name}.swift")
  endforeach()
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND "${IGATA}" generate ${options} -- ${schemas}
    DEPENDS ${schemas} "${IGATA}"
    DEPFILE "${arg_OUTPUT}/.depfile"
    COMMENT "Generating the models"
    VERBATIM)
  set(${variable} "${outputs}" PARENT_SCOPE)
endfunction()
