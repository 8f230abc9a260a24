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
}

type Loaded = monaco.languages.ILanguageExtensionPoint & { loader(): Promise<Definition> }

function isLoaded(language: monaco.languages.ILanguageExtensionPoint): language is Loaded {
  return 'loader' in language && typeof language.loader === 'function'
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
    return { ...definition, conf: { ...definition.conf, onEnterRules: indenting } }
  }
}
