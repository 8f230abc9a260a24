import { expect, test } from 'vitest'
import { rewriteQuotes } from './quotes.ts'

test.for([
  { name: 'once', from: `echo 'it'\\''s'`, to: `echo 'it'"'"'s'` },
  { name: 'twice', from: `echo 'a'\\''b'\\''c'`, to: `echo 'a'"'"'b'"'"'c'` },
  { name: 'at the end', from: `echo 'a'\\'''`, to: `echo 'a'"'"''` },
  { name: 'in double quotes', from: `echo "it'\\''s"`, to: `echo "it'\\''s"` },
  { name: 'after an escaped quote', from: `echo \\' 'a'\\''b'`, to: `echo \\' 'a'"'"'b'` },
  { name: 'in a comment', from: `# don't\necho 'a'\\''b'`, to: `# don't\necho 'a'"'"'b'` },
  {
    name: 'after a here-document',
    from: `cat <<EOF\ndon't\nEOF\necho 'a'\\''b'`,
    to: `cat <<EOF\ndon't\nEOF\necho 'a'"'"'b'`,
  },
  {
    name: 'a here-document with tabs',
    from: `cat <<-'E'\n\tdon't\n\tE\necho 'a'\\''b'`,
    to: `cat <<-'E'\n\tdon't\n\tE\necho 'a'"'"'b'`,
  },
  { name: 'a here-string', from: `cat <<< 'a'\\''b'`, to: `cat <<< 'a'"'"'b'` },
  { name: 'a hash inside a word', from: `echo a#'b'\\''c'`, to: `echo a#'b'"'"'c'` },
  { name: 'unfinished text', from: `echo 'a`, to: `echo 'a` },
])('only quotes within single quotes are rewritten: $name', ({ from, to }) => {
  expect(rewriteQuotes(from)).toBe(to)
})
