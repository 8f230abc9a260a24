/** A stretch of a line: plain, strong or code. */
interface Inline {
  readonly kind: 'plain' | 'strong' | 'code'
  readonly text: string
}

/** A paragraph, or an item of a numbered list. */
export interface Block {
  readonly kind: 'paragraph' | 'item'
  readonly parts: readonly Inline[]
}

/** The little markdown that lessons use: paragraphs, numbered lists, **strong** and `code`. Everything else is plain text. */
export function lessonBlocks(text: string): readonly Block[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .flatMap((paragraph) => paragraph.split(/\n(?=\s*\d+\. )/))
    .map((piece) => {
      const item = /^\s*\d+\. /.exec(piece)?.[0]
      const line = piece.slice(item?.length ?? 0).replace(/\s*\n\s*/g, ' ')
      return { kind: item === undefined ? 'paragraph' : 'item', parts: inlines(line) }
    })
}

function inlines(line: string): readonly Inline[] {
  return line
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('**') && part.endsWith('**') && part.length > 4)
        return { kind: 'strong', text: part.slice(2, -2) }
      if (part.startsWith('`') && part.endsWith('`') && part.length > 2)
        return { kind: 'code', text: part.slice(1, -1) }
      return { kind: 'plain', text: part.replace(/\*([^*]+)\*/g, '$1') }
    })
}
