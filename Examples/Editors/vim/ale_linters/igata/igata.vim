" ALE finds this file in 'runtimepath' and starts the server when a schema is opened. The fixer 'igata' formats:
"   let g:ale_fixers = {'igata': ['igata']}
call ale#Set('igata_executable', 'igata')

function! IgataProjectRoot(buffer) abort
  for name in ['igata.json', 'Package.swift', '.git/HEAD']
    let found = ale#path#FindNearestFile(a:buffer, name)
    if !empty(found)
      return fnamemodify(found, name is# '.git/HEAD' ? ':p:h:h' : ':p:h')
    endif
  endfor
  return expand('#' . a:buffer . ':p:h')
endfunction

function! IgataFormat(buffer) abort
  return {'command': ale#Escape(ale#Var(a:buffer, 'igata_executable')) . ' format -'}
endfunction

call ale#linter#Define('igata', {
      \ 'name': 'igata',
      \ 'lsp': 'stdio',
      \ 'executable': {buffer -> ale#Var(buffer, 'igata_executable')},
      \ 'command': '%e lsp',
      \ 'project_root': function('IgataProjectRoot'),
      \ })
call ale#fix#registry#Add('igata', 'IgataFormat', ['igata'], 'Format schemas of Igata.')
