" Writes the class of each character of schemas, as Vim's syntax has it. Each line of the file $FILES is a number and the
" path of a schema; the classes are written to NUMBER.txt in the folder $OUTPUT.
"   vim -N -u NONE -i NONE -es -S colors.vim
set encoding=utf-8 fileencodings=utf-8 fileformats=unix nomodeline synmaxcol=0 redrawtime=0 hidden
execute 'set runtimepath^=' . fnameescape($EDITORS . '/vim')
filetype plugin on
syntax on

let s:classes = {
      \ 'igataBlockComment': 'comment', 'igataFieldComment': 'comment', 'igataLineComment': 'comment',
      \ 'igataDocumentation': 'documentation',
      \ 'igataString': 'string', 'igataEscape': 'string', 'igataNumber': 'number', 'igataOperator': 'operator',
      \ 'igataLiteral': 'keyword', 'igataNull': 'keyword', 'igataKeyword': 'keyword', 'igataReserved': 'keyword',
      \ 'igataLet': 'keyword', 'igataCaseKeyword': 'keyword', 'igataReference': 'keyword', 'igataOrder': 'keyword',
      \ 'igataFunction': 'function', 'igataLabel': 'parameter', 'igataBuiltInType': 'builtin',
      \ 'igataAttribute': 'decorator'}

function s:Classes(path)
  execute 'edit! ++enc=utf-8 ++ff=unix' fnameescape(a:path)
  let lines = []
  let offset = &bomb ? 3 : 0
  for number in range(1, line('$'))
    let text = getline(number)
    let column = 1
    for character in split(text, '\zs')
      let end = column + len(character)
      if character !~ '\s\|\r'
        let name = synIDattr(synID(number, column, 1), 'name')
        call add(lines, (offset + column - 1) . '..<' . (offset + end - 1) . ' ' . get(s:classes, name, 'name'))
      endif
      let column = end
    endfor
    let offset += len(text) + 1
  endfor
  return lines
endfunction

for s:line in readfile($FILES)
  let [s:number, s:path] = matchlist(s:line, '^\(\d\+\) \(.*\)$')[1:2]
  try
    call writefile(s:Classes(s:path), $OUTPUT . '/' . s:number . '.txt')
  catch
    call writefile([v:exception . ' ' . v:throwpoint], $OUTPUT . '/' . s:number . '.txt')
  endtry
endfor
qall!
