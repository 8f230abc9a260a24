import type { TraceFilter } from '../analysis/trace-steps.ts'
import type { Foreign } from '../files/exchange.ts'
import type { OpenFolder } from '../files/local-folder.ts'
import type { ThemeName } from '../style/theme.ts'
import { panelOf, type AnswerName } from './answers.ts'

/** The three pages of the phone layout, starting with the chain and its answers. */
export type PhonePage = 'chain' | 'editor' | 'files'

/** The page's dialogs. At most one is open. */
export type DialogName =
  | 'palette'
  | 'items'
  | 'keys'
  | 'gallery'
  | 'library'
  | 'share'
  | 'confirm-run'
  | 'export'
  | 'incoming'
  | 'systems'
  | 'new-file'
  | 'new-tool'
  | 'search'
  | 'files'
  | 'rename-item'
  | 'impact'
  | 'delete'
  | 'dialect-lens'
  | 'glossary'
  | 'news'
  | 'notices'
  | 'docs'
  | 'attempt'
  | 'review'
  | 'class'
  | 'sheet'

/** Whether `web/learn` renders a dialog. The dialog `attempt`, which it also renders, is not included. */
export function isLearnDialog(dialog: DialogName): dialog is 'review' | 'class' | 'sheet' {
  return dialog === 'review' || dialog === 'class' || dialog === 'sheet'
}

/** Saved preferences, without any content of drafts. */
export interface Preferences {
  read(name: string): string | undefined
  write(name: string, value: string): void
}

/** A short message that covers nothing, with at most one action. */
export interface Notice {
  readonly text: string
  /** `trouble` only if something failed. */
  readonly tone: 'calm' | 'trouble'
  /** Whether the notice stays until the user closes it. A failure always stays. */
  readonly stays?: true
  /** Details that are too long for the text and are shown on request. */
  readonly list?: readonly string[]
  readonly action?: { readonly title: string; readonly run: () => void }
}

/** A decision that a button requires. It is asked at the button and has no time limit. */
export interface Question {
  readonly text: string
  readonly action: { readonly title: string; readonly run: () => void }
  /** The pressed button; undefined after a key press. */
  readonly at: Element | undefined
}

/** The maximum number of notices in the session's list. */
const mostNotices = 100

/** The view state of the page. It is not content and is not shared. */
export class View {
  answer = $state<AnswerName>('command')
  /** Whether the user opened the command. If not, a refused chain shows its problems, because it has no command. */
  commandAsked = $state(false)
  /** Whether the user has resized the chain and the answers. */
  ownRows = $state(false)
  phone = $state<PhonePage>('chain')
  dialog = $state<DialogName | undefined>()
  theme = $state<ThemeName>('system')
  guide = $state(true)
  lesson = $state(false)
  /**
   * The subject of the lesson's open question: the result of the draft, which the page then hides, or of a supposed
   * change.
   */
  predicting = $state<'draft' | 'supposed' | undefined>()
  /** Whether the lesson editor is open. */
  writing = $state(false)
  /** The path of the file or folder with the open menu. */
  fileMenu = $state<string | undefined>()
  /** The file or folder that the dialog `delete` deletes; undefined before its first use. */
  deleting: string | undefined
  plainText = $state(false)
  /** Whether the editor closes brackets and quotes. Default: off, so that the editor does not change typed text. */
  closing = $state(false)
  /** The open page of the documentation; empty for its start page. */
  docs = $state('')
  /** The fragment of the URL before the documentation opened. It is restored when the documentation closes. */
  behindDocs = ''
  notice = $state.raw<Notice | undefined>()
  /** The notices of the session, the last one first. */
  notices = $state.raw<readonly Notice[]>([])
  question = $state.raw<Question | undefined>()
  /** The button that was pressed last; undefined after a key press. */
  pressed: Element | undefined
  /** The files of an import, while a dialog asks for their places. `folder` is the local folder that they are from. */
  importing = $state.raw<
    { readonly name: string; readonly files: readonly Foreign[]; readonly folder: OpenFolder | undefined } | undefined
  >()
  /** Whether the command shows secrets instead of their fingerprints. */
  secretsShown = $state(false)
  /** The draft or state to compare with, requested by a button; undefined for the original. */
  compareWith = $state<string | undefined>()
  /**
   * The part of a link's fragment for the place that Share was opened from, such as `&why=...`; undefined if Share was
   * opened without a place.
   */
  sharedPlace: string | undefined
  /** Whether the page is embedded in another page, where copying and saving are disabled. */
  embedded = false
  /** The code of the diagnostic in a link. */
  problem = $state<string | undefined>()
  /** The current step of the trace. */
  traceStep = $state(0)
  traceFilter = $state<TraceFilter>('all')
  readonly #preferences: Preferences

  constructor(preferences: Preferences) {
    this.#preferences = preferences
    const theme = preferences.read('theme')
    if (theme === 'light' || theme === 'dark' || theme === 'contrast') this.theme = theme
    this.guide = preferences.read('guide') !== 'dismissed'
    this.plainText = preferences.read('editor') === 'plain'
    this.closing = preferences.read('closing') === 'on'
    this.ownRows = preferences.read('rows') === 'own'
  }

  setTheme(theme: ThemeName): void {
    this.theme = theme
    this.#preferences.write('theme', theme)
  }

  setGuide(shown: boolean): void {
    this.guide = shown
    this.#preferences.write('guide', shown ? 'shown' : 'dismissed')
  }

  setPlainText(plain: boolean): void {
    this.plainText = plain
    this.#preferences.write('editor', plain ? 'plain' : 'full')
  }

  setClosing(closing: boolean): void {
    this.closing = closing
    this.#preferences.write('closing', closing ? 'on' : 'off')
  }

  setOwnRows(): void {
    if (this.ownRows) return
    this.ownRows = true
    this.#preferences.write('rows', 'own')
  }

  /** Open the documentation dialog on a page; an empty string opens its start page. */
  openDocs(page: string): void {
    this.docs = page
    this.dialog = 'docs'
  }

  /** Show an answer, without leaving the current page of the phone layout. */
  choose(answer: AnswerName): void {
    this.answer = answer
    this.commandAsked = panelOf(answer) === 'command'
  }

  /** After another draft opens, show its command first, if it has one. */
  startAnswers(): void {
    this.answer = 'command'
    this.commandAsked = false
  }

  /** Show an answer. On a phone, also show its page. */
  show(answer: AnswerName): void {
    this.choose(answer)
    this.phone = 'chain'
  }

  say(notice: Notice | string): void {
    this.notice = typeof notice === 'string' ? { text: notice, tone: 'calm' } : notice
    this.list(this.notice)
  }

  /** Whether the page can show results. During a prediction about the draft, it says what to do first. */
  mayReveal(): boolean {
    if (this.predicting === 'draft') this.say('Answer the question in the lesson first.')
    return this.predicting !== 'draft'
  }

  /** Copy a text and say so. If the browser blocks copying, say `blocked` instead. */
  async copy(
    text: string,
    said: string,
    blocked = 'This browser blocks copying. Allow this page to use the clipboard, then try again.',
  ): Promise<void> {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    this.say(isCopied ? said : blocked)
  }

  /** Add a notice to the list of the session. */
  list(notice: Notice): void {
    this.notices = [notice, ...this.notices].slice(0, mostNotices)
  }

  /** Ask for a decision at the button that was pressed. */
  ask(text: string, title: string, run: () => void): void {
    this.question = { text, action: { title, run }, at: this.pressed }
  }
}
