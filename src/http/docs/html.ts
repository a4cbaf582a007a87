import { escapeHtml } from '#domain/text/escape-html.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | readonly Html[] | string | number | null

/** A template of markup: whatever is put in is escaped, unless it is markup itself; null is nothing. */
export function html(markup: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(markup.reduce((text, next, index) => text + textOf(parts[index - 1] ?? null) + next))
}

/** Paragraphs with `**bold**` and code in backquotes: all the Markdown that descriptions use. */
export function inlineMarkdown(text: string): Html {
  const paragraphs = text.split('\n\n').map((paragraph) =>
    escapeHtml(paragraph)
      .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
      .replace(/`(.+?)`/g, '<code>$1</code>'),
  )
  return new Html(paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n'))
}

function textOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(({ text }) => text).join('')
  return escapeHtml(String(part))
}
