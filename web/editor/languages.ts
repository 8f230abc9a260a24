import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/languages/definitions/ini/register'
import 'monaco-editor/languages/definitions/javascript/register'
import 'monaco-editor/languages/definitions/markdown/register'
import 'monaco-editor/languages/definitions/python/register'
import 'monaco-editor/languages/definitions/shell/register'
import 'monaco-editor/languages/definitions/typescript/register'
import 'monaco-editor/languages/definitions/yaml/register'

/** The part of Monaco's module of a language that is mended here. */
interface Definition {
  readonly conf: monaco.languages.LanguageConfiguration
  readonly language: monaco.languages.IMonarchLanguage
}

type Loaded = monaco.languages.ILanguageExtensionPoint & { loader(): Promise<Definition> }

function isLoaded(language: monaco.languages.ILanguageExtensionPoint): language is Loaded {
  return 'loader' in language && typeof language.loader === 'function'
}

/**
 * The text of a YAML block (`|`, `>`) to its end: as Monaco has it, a line in it that is deeper than the first one ends it, and what
 * follows is coloured as YAML. `$S2` is the indentation of the first line.
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
}

// Enter adds indentation and nothing else, so that the ` * ` which somebody types into a comment does not stand there twice.
// A definition is fetched by its registration, when the first file of its language is shown.
for (const language of monaco.languages.getLanguages()) {
  if (!isLoaded(language)) continue
  const load = language.loader
  language.loader = async () => {
    const definition = await load()
    const { onEnterRules = [] } = definition.conf
    const indenting = onEnterRules.filter(({ action }) => action.appendText === undefined)
    const mended = { ...definition, conf: { ...definition.conf, onEnterRules: indenting } }
    if (language.id !== 'yaml') return mended
    const tokenizer = { ...definition.language.tokenizer, ...blockText }
    return { ...mended, language: { ...definition.language, tokenizer } }
  }
}
