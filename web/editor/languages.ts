import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/languages/definitions/ini/register'
import 'monaco-editor/languages/definitions/javascript/register'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/python/register'
import 'monaco-editor/languages/definitions/shell/register'
import 'monaco-editor/languages/definitions/typescript/register'
import 'monaco-editor/languages/definitions/yaml/register'

/** The part of a Monaco language module that this file corrects. */
interface Definition {
  readonly conf: monaco.languages.LanguageConfiguration
  readonly language: monaco.languages.IMonarchLanguage
}

type Loaded = monaco.languages.ILanguageExtensionPoint & { loader(): Promise<Definition> }

function isLoaded(language: monaco.languages.ILanguageExtensionPoint): language is Loaded {
  return 'loader' in language && typeof language.loader === 'function'
}

/**
 * Rules for YAML block scalars (`|`, `>`). In Monaco's own rules, a line with more indentation than the first line ends
 * the block, and the rest has YAML colors. `$S2` is the indentation of the first line.
 */
const blockText: monaco.languages.IMonarchLanguage['tokenizer'] = {
  multiString: [
    [/^\s*$/, 'string'],
    [/^( +).+$/, 'string', '@multiStringContinued.$1'],
    [/^.+$/, { token: '@rematch', next: '@popall' }],
  ],
  multiStringContinued: [
    [/^\s*$/, 'string'],
    ['^$S2.+$', 'string'],
    [/^.+$/, { token: '@rematch', next: '@popall' }],
  ],
  // A comment can follow the header. The text always starts on the next line.
  blockStyle: [
    [/([>|][-+\d]*)(\s+)(#.*)$/, ['operators', 'white', { token: 'comment', next: '@multiString' }]],
    [/[>|][-+\d]*\s*$/, 'operators', '@multiString'],
  ],
}

type Rules = monaco.languages.IMonarchLanguageRule[]

/** The rules for the start of a here-document: `<<` or `<<-` with the delimiter that ends it. */
const opener = (mark: string, next: string): Rules => [
  [
    new RegExp(`(${mark})(\\s*)(['"]|\\\\?)([\\w-]+)(['"]?)`),
    ['constants', 'white', 'string.heredoc.delimiter', 'string.heredoc', { token: 'string.heredoc.delimiter', next }],
  ],
]

/**
 * The shell code after the start of a here-document, up to the end of the line. `$S2` is the delimiter that ends the
 * document.
 */
const begins = (text: string): Rules => [[/^/, { token: '', switchTo: `@${text}.$S2` }], { include: '@root' }]

/**
 * Rules for here-documents. Without these rules, Monaco colors their lines as commands, and everything after a single
 * quote as a string.
 */
const shellText: monaco.languages.IMonarchLanguage['tokenizer'] = {
  heredoc: [
    [/(<<<)(\s*)/, ['constants', 'white']],
    ...opener('<<-', '@beginsTabbed.$4'),
    ...opener('<<', '@begins.$4'),
  ],
  begins: begins('text'),
  beginsTabbed: begins('tabbedText'),
  text: [
    ['^$S2$', 'string.heredoc', '@pop'],
    [/^.*$/, 'string.heredoc'],
  ],
  tabbedText: [
    ['^\\t*$S2$', 'string.heredoc', '@pop'],
    [/^.*$/, 'string.heredoc'],
  ],
  // In arithmetic, `<<` is a shift.
  arithmetic: [
    [/\)\)/, 'delimiter.parenthesis', '@pop'],
    [/\(/, 'delimiter.parenthesis', '@arithmeticParen'],
    { include: '@inArithmetic' },
  ],
  arithmeticParen: [
    [/\)/, 'delimiter.parenthesis', '@pop'],
    [/\(/, 'delimiter.parenthesis', '@push'],
    { include: '@inArithmetic' },
  ],
  inArithmetic: [
    [/\s+/, 'white'],
    [/[a-zA-Z_]\w*/, ''],
    { include: '@parameters' },
    [/@symbols|[%:]/, 'delimiter'],
    { include: '@numbers' },
  ],
  whitespace: [
    [/^#!.*$/, 'metatag'],
    [/^#.*$/, 'comment'],
    [/(\s+)(#.*)$/, ['white', 'comment']],
    [/\s+/, 'white'],
  ],
  // Return to the current state at the end of a string. Otherwise a here-document that starts on the same line would be
  // lost.
  stringBody: [
    [/'/, 'string', '@pop'],
    [/[^']+/, 'string'],
  ],
  dblStringBody: [
    [/"/, 'string', '@pop'],
    [/\\./, 'string'],
    [/[^"\\]+/, 'string'],
    [/\\$/, 'string'],
  ],
}

/** A language with corrections to Monaco's tokenizer for YAML and shell; other languages are returned unchanged. */
function fixedLanguage(id: string, language: Definition['language']): Definition['language'] {
  const { tokenizer } = language
  if (id === 'yaml') return { ...language, tokenizer: { ...tokenizer, ...blockText } }
  if (id !== 'shell') return language
  const arithmetic: Rules = [[/\$?\(\(/, 'delimiter.parenthesis', '@arithmetic']]
  // Match case, because the delimiter of a here-document is case-sensitive.
  return {
    ...language,
    ignoreCase: false,
    tokenizer: { ...tokenizer, ...shellText, root: [...arithmetic, ...(tokenizer['root'] ?? [])] },
  }
}

// Enter adds only indentation, so a typed ` * ` in a comment is not doubled.
// Monaco loads a language definition when it shows the first file of that language.
for (const language of monaco.languages.getLanguages()) {
  if (!isLoaded(language)) continue
  const load = language.loader
  language.loader = async () => {
    const definition = await load()
    const { onEnterRules = [] } = definition.conf
    const indenting = onEnterRules.filter(({ action }) => action.appendText === undefined)
    const conf = { ...definition.conf, onEnterRules: indenting }
    return { ...definition, conf, language: fixedLanguage(language.id, definition.language) }
  }
}
