" Syntax of Igata's schema language. Made by a test from the words of the language: change the template,
" Tests/Editors/Templates/igata.vim.mustache.
if exists('b:current_syntax')
  finish
endif
let s:save = &cpoptions
set cpoptions&vim
syntax case match
" Comments and texts have any number of lines.
syntax sync fromstart

let s:letter = '[^\u0000-\u00a7\u00d7\u00f7\u2010-\u203e\u2190-\u245f\u2500-\u2775\u3000-\u3003\u3008-\u3020'
      \ . '\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]'
let s:inner = '\%(\w\|' . s:letter . '\)'
let s:name = '\%(\%(\h\|' . s:letter . '\)' . s:inner . '*\|`[^`]*`\)'
let s:end = '\%(' . s:inner . '\)\@!'
let s:declaration = '\%(enum\|type\|struct\|model\)'

" An item that is defined later comes first. A name as a whole, so that no word is found inside of it.
execute 'syntax match igataName /' . s:name . '/ contains=NONE'

syntax region igataBlockComment start='/\*' end='\*/' contains=igataBlockComment,@Spell
syntax match igataLineComment '//.*$' contains=@Spell
syntax match igataDocumentation '////\@!.*$' contains=@Spell
syntax match igataInvalid "'[^'\"]*'"
syntax cluster igataTrivia contains=igataBlockComment,igataLineComment,igataDocumentation,igataInvalid

syntax match igataEscape contained '\\\%(u{\x*}\|.\)'
" An unterminated string ends with its line.
syntax region igataString start='"' skip='\\.' end='"' end='$' contains=igataEscape,@Spell
syntax region igataString start='"""' skip='\\\_.' end='"""' contains=igataEscape,@Spell
execute 'syntax match igataNumber /\%(0[xXbBoO]\|[\uff10-\uff19]\|\d[0-9_]*\%(\.\d[0-9_]*\)\?'
      \ . '\%([eE][+-]\?\d[0-9_]*\)\?\)' . s:inner . '*/'
syntax match igataOperator '\.\.[.<]\|==\|!=\|<\|<=\|>\|>=\|&&\|||\|[-=?!]'
syntax cluster igataPlain contains=@igataTrivia,igataString,igataNumber,igataOperator,igataName

execute 'syntax match igataLiteral /\%(true\|false\|nil\)' . s:end . '/'
" A dot after a name or a parenthesis is followed by a field or a method.
execute 'syntax match igataCase /\%(\%([`).]\|' . s:inner . '\)\@1<!\.\s*\)\@<=' . s:name . '/'
syntax match igataFunction '\%(uuid\|uuid7\|cuid\|ulid\|now\|autoincrement\|sql\|lower\|length\)\ze\s*('
syntax match igataFunction '\%(\.\s*\)\@<=\%(isIn\)\ze\s*('
syntax cluster igataValues contains=@igataPlain,igataLiteral,igataCase,igataFunction,igataParentheses,igataList,igataObject

execute 'syntax match igataLabel contained /' . s:name . '\ze\s*:/'
syntax region igataParentheses matchgroup=igataBracket start='(' end=')' end='\ze}' contains=igataLabel,@igataValues
syntax region igataList matchgroup=igataBracket start='\[' end='\]' end='\ze}' contains=@igataValues
execute 'syntax match igataNull contained /null' . s:end . '/'
syntax region igataJSONList contained matchgroup=igataBracket start='\[' end='\]' end='\ze}' contains=@igataValues,igataNull,igataJSONList
syntax region igataObject matchgroup=igataBracket start='{' end='}' contains=@igataValues,igataNull,igataJSONList

execute 'syntax match igataTypeName contained /' . s:name . '/'
execute 'syntax match igataBuiltInType contained /\%(Bool\|Int16\|Int32\|Int64\|Int\|Float\|Double\|Decimal\|Currency\|Fixed\|String\|Data\|Date\|Day\|UUID\|URL\|JSON\)' . s:end . '/'
syntax region igataTypeList contained matchgroup=igataBracket start='\[' end='\]' end='\ze}' contains=@igataTypes
syntax cluster igataTypes contains=@igataPlain,igataTypeName,igataBuiltInType,igataTypeList,igataParentheses

syntax region igataArguments contained matchgroup=igataBracket start='(' end=')' end='\ze}' contains=igataLabel,@igataValues
" The names of lint rules have hyphens.
execute 'syntax match igataRule contained /' . s:name . '\%(-' . s:name . '\)*/'
syntax region igataRules contained matchgroup=igataBracket start='(' end=')' end='\ze}' contains=@igataPlain,igataRule
execute 'syntax match igataAttribute /@\%(\s*' . s:name . '\%(\.' . s:name . '\)*\)\?/ nextgroup=igataArguments skipwhite'
syntax match igataAttribute '@\s*allow\ze\s*(' nextgroup=igataRules skipwhite

execute 'syntax match igataReserved /reserved\ze\s\+' . s:name . '/'
execute 'syntax match igataDeclaredName contained /\%(' . s:declaration . '\s\+\)\@<=' . s:name . '/'
syntax cluster igataHead contains=@igataPlain,igataAttribute,igataDeclaredName

" The body ends a declaration, and so does a line with another one while the body is missing.
execute 'syntax region igataRecord matchgroup=igataKeyword start=/\%(struct\|model\)\ze\s\+' . s:name . '/'
      \ . ' matchgroup=NONE end=/}\@1<=/ end=/^\ze\s*' . s:declaration . '\s/ contains=@igataHead,igataMembers'
execute 'syntax region igataEnum matchgroup=igataKeyword start=/enum\ze\s\+' . s:name . '/'
      \ . ' matchgroup=NONE end=/}\@1<=/ end=/^\ze\s*' . s:declaration . '\s/ contains=@igataHead,igataRawType,igataCases'
execute 'syntax region igataNewtype matchgroup=igataKeyword start=/type\ze\s\+' . s:name . '/ matchgroup=NONE end=/$/'
      \ . ' contains=@igataTypes,igataAttribute'

syntax region igataRawType contained matchgroup=igataBracket start=':' end='\ze[@{]' end='$' contains=@igataTypes
syntax region igataCases contained matchgroup=igataBracket start='{' end='}'
      \ contains=@igataPlain,igataAttribute,igataReserved,igataCaseKeyword
execute 'syntax match igataCaseKeyword contained /case\ze\s\+' . s:name . '/ nextgroup=igataCase,igataCaseName skipwhite'
execute 'syntax match igataCaseName contained /' . s:name . '/'

syntax region igataMembers contained matchgroup=igataBracket start='{' end='}'
      \ contains=@igataValues,igataAttribute,igataReserved,igataLet,igataField,igataConstraint,igataReference
execute 'syntax match igataField contained /' . s:name . '\ze\s*\%(\/\*.\{-}\*\/\s*\)\?:/ nextgroup=igataFieldComment,igataFieldType skipwhite'
syntax region igataFieldComment contained matchgroup=igataFieldComment start='/\*' end='\*/' contains=igataBlockComment nextgroup=igataFieldType skipwhite
syntax region igataFieldType contained matchgroup=igataBracket start=':' end='\ze[=@}]' end='$' contains=@igataTypes
execute 'syntax match igataLet contained /let\ze\s\+' . s:name . '/'
syntax region igataConstraint contained matchgroup=igataKeyword
      \ start='\%(primaryKey\|unique\|index\|check\|distribute\)\ze\s*(' matchgroup=igataBracket end=')' end='\ze}'
      \ contains=igataConstraintArguments
syntax region igataConstraintArguments contained matchgroup=igataBracket start='(' end='\ze)' end='\ze}'
      \ contains=igataLabel,@igataValues,igataOrder
execute 'syntax match igataOrder contained /\%(\%(' . s:name . '\s\+\)\|)\s*\)\@<=desc' . s:end . '/'
syntax match igataReference contained 'reference\ze\s*\%($\|//\|/\*\|@\|}\)'

highlight default link igataBlockComment Comment
highlight default link igataFieldComment Comment
highlight default link igataLineComment Comment
highlight default link igataDocumentation SpecialComment
highlight default link igataInvalid Error
highlight default link igataString String
highlight default link igataEscape SpecialChar
highlight default link igataNumber Number
highlight default link igataOperator Operator
highlight default link igataLiteral Boolean
highlight default link igataNull Boolean
highlight default link igataCase Constant
highlight default link igataCaseName Constant
highlight default link igataRule Constant
highlight default link igataFunction Function
highlight default link igataLabel Label
highlight default link igataBuiltInType Type
highlight default link igataTypeName Type
highlight default link igataDeclaredName Structure
highlight default link igataField Identifier
highlight default link igataAttribute PreProc
highlight default link igataKeyword Keyword
highlight default link igataReserved Keyword
highlight default link igataLet Keyword
highlight default link igataCaseKeyword Keyword
highlight default link igataReference Keyword
highlight default link igataOrder Keyword

let b:current_syntax = 'igata'
let &cpoptions = s:save
unlet s:save s:letter s:inner s:name s:end s:declaration
