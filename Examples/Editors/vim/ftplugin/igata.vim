" Settings for schemas of Igata: comments, formatting by `:%!igata format -` or gq on the whole file, and `:make`.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
let s:save = &cpoptions
set cpoptions&vim

setlocal comments=:///,:// commentstring=//\ %s formatoptions-=t formatoptions+=croql
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal makeprg=igata\ lint\ %:S
" A finding is FILE:LINE:COLUMN: SEVERITY: MESSAGE; the lines of the schema below it begin with spaces.
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tote:\ %m,%-G%.%#
if executable('igata')
  setlocal formatprg=igata\ format\ -
endif
let b:undo_ftplugin = 'setlocal comments< commentstring< formatoptions< expandtab< shiftwidth< softtabstop<'
      \ . ' makeprg< errorformat< formatprg<'

let &cpoptions = s:save
unlet s:save
