" Drives `igata lsp` with ALE in Vim, in the folder that Tests/Builds/editors prepares:
"   vim -N -u NONE -i NONE -es -S ale.vim
" Writes a line for each check, and 'done' at the end, to standard output.
set encoding=utf-8 fileencodings=utf-8 nomodeline hidden noswapfile
let g:ale_igata_executable = $IGATA
let g:ale_fixers = {'igata': ['igata']}
let g:ale_lint_delay = 0
execute 'set runtimepath^=' . fnameescape($EDITORS . '/vim')
packadd ale
filetype plugin on
syntax on

function s:Check(name, ok, detail)
  call writefile([a:ok ? 'ok   ' . a:name : 'FAIL ' . a:name . ': ' . string(a:detail)], '/dev/stdout', 'a')
endfunction

function s:WaitUntil(Condition)
  for _ in range(100)
    if a:Condition()
      return 1
    endif
    sleep 50m
  endfor
  return 0
endfunction

function s:Findings()
  return ale#engine#GetLoclist(bufnr(''))
endfunction

" The text that a finding is about. ALE takes the server's columns, in units of UTF-16, for bytes: both are the same in
" lines of ASCII.
function s:Text(finding)
  return strpart(getline(a:finding.lnum), a:finding.col - 1, get(a:finding, 'end_col', 0) - a:finding.col + 1)
endfunction

function s:Session()
  edit account.igata
  call s:Check('the filetype is known', &filetype is# 'igata', &filetype)
  call ale#Queue(0, 'lint_file')
  call s:Check('the server starts', s:WaitUntil({-> len(s:Findings()) == 1}), s:Findings())
  let finding = get(s:Findings(), 0, {'lnum': 1, 'col': 1, 'end_col': 1})
  silent make!
  let errors = filter(getqflist(), 'v:val.valid')
  call s:Check(':make finds it, too', len(errors) == 1 && errors[0].lnum == finding.lnum && errors[0].type is? 'e'
        \ && bufname(errors[0].bufnr) is# 'account.igata', errors)
  call s:Check('an error is in its line', getline(finding.lnum) =~# 'Persn', finding)

  call setline(finding.lnum, substitute(getline(finding.lnum), 'Persn', 'Person', ''))
  call ale#Queue(0, 'lint_file')
  call s:Check('a change is reported', s:WaitUntil({-> empty(s:Findings())}), s:Findings())

  call append(finding.lnum, '  other: Persn')
  call ale#Queue(0, 'lint_file')
  call s:Check('an error is at its column',
        \ s:WaitUntil({-> len(s:Findings()) == 1}) && s:Text(s:Findings()[0]) is# 'Persn', s:Findings())
  call deletebufline('', finding.lnum + 1)
  call ale#Queue(0, 'lint_file')

  call append(finding.lnum, '      note:   String')
  ALEFix
  call s:Check('the layout is corrected', s:WaitUntil({-> getline(finding.lnum + 1) is# '  note: String'}),
        \ getline(1, '$'))

  silent write
  call cursor(finding.lnum, stridx(getline(finding.lnum), 'Person') + 2)
  ALEGoToDefinition
  call s:Check('a definition in another file is found',
        \ s:WaitUntil({-> fnamemodify(expand('%'), ':t') is# 'person.igata' && getline('.') =~# '^model Person'}),
        \ [expand('%'), getline('.')])
endfunction

try
  call s:Session()
  call s:Check('no error in the script', 1, '')
catch
  call s:Check('no error in the script', 0, v:exception . ' at ' . v:throwpoint)
endtry
call writefile(['done'], '/dev/stdout', 'a')
qall!
