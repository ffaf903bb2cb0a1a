autocmd BufNewFile,BufRead *.igata setfiletype igata
