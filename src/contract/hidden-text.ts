/** Characters that draw nothing or move the text around them: controls, direction marks, invisible blanks, tags. And
 * piles of marks, which cover the lines around them. */
const HIDDEN = /\r\n|[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]|\p{M}{6,}/gu
const SHOWN = new Set(['\t', '\n', '\r\n'])
/** Emoji and many scripts are written with them, behind their own characters. */
const JOINER = /^(?:\u200c|\u200d|[\u180b-\u180d]|\u180f)$/
const JOINED = /^[^\0-\x7f\u200b-\u200f\u2028-\u202e\u2060-\u206f]$/u
const VARIATION = /^[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]$/u
/** For one character: Chromium 156 finds no pair of surrogates in a class of several properties before a lone `$`. */
const VARIED = /^[\p{Emoji}\p{Ideographic}\p{Sm}]$/u

/** The text with everything in it that is hidden replaced by what `by` makes of it. */
export function replaceHidden(text: string, by: (hidden: string) => string): string {
  return text.replace(HIDDEN, (hidden: string, at: number) => {
    if (SHOWN.has(hidden)) return hidden
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''
    const needs = JOINER.test(hidden) ? JOINED : VARIATION.test(hidden) ? VARIED : null
    return needs?.test(before) ? hidden : by(hidden)
  })
}

/** Whether something in the text is not seen. */
export function hidesText(text: string): boolean {
  return replaceHidden(text, () => '') !== text
}

/** A name that people chose, on one line and with nothing in it that is not seen. */
export function shownName(name: string): string {
  return replaceHidden(name, (hidden) => (BREAK.test(hidden) ? '\n' : '')).replace(/[\t\n\r]+/g, ' ')
}

const BREAK = /[\p{Cc}\p{Zl}\p{Zp}]/u
