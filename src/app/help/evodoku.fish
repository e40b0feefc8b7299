# Completions of evodoku for fish; printed by: evodoku help --completion fish
function __evodoku_words
    set -l words (commandline -opc) (commandline -ct)
    set -l found ($words[1] --complete $words[2..-1] 2>/dev/null)
    if test "$found" = '<files>'
        set -l option (string match -r '^--[^=]*=' -- $words[-1])
        __fish_complete_path (string replace -- "$option" '' $words[-1]) | string replace -r -- '^' "$option"
    else
        string join \n -- $found
    end
end
complete -c evodoku -f -a '(__evodoku_words)'
