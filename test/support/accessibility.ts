import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What stops someone from using the page (axe: serious or critical), by rule, with its first element. */
export async function barriers(page: Page): Promise<string[]> {
  // Through the debugging protocol, which the page's content security policy does not concern.
  await page.evaluate(AXE)
  // Otherwise axe also describes each element that passes.
  const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** What is too small to be touched without touching its neighbour (WCAG 2.2, 2.5.8). */
export async function smallTargets(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate("axe.run({ runOnly: ['target-size'] })")) as AxeResults
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
}

/** In the page: pairs of neighbours on one line, in one block, that a margin keeps apart and no blank. */
const GLUED = `(() => {
  const found = new Set()
  const blockOf = (node) => {
    let element = node.parentElement
    const isPart = () => /^(inline|contents)/.test(getComputedStyle(element).display)
    while (element.tagName !== 'BUTTON' && isPart()) element = element.parentElement
    return element
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let before
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(text)
    const rectangles = [...range.getClientRects()].filter(({ width }) => width > 0)
    if (text.parentElement.closest('.sr-only, [aria-hidden=true]')) continue
    if (rectangles.length === 0) {
      if (before && /\\s/.test(text.data)) before.data += ' '
      continue
    }
    const [first, last] = [rectangles[0], rectangles.at(-1)]
    const block = blockOf(text)
    const isNext = before?.block === block && !/flex|grid/.test(getComputedStyle(block).display)
    const isApart = isNext && first.left - before.last.right >= 2 && first.top < before.last.bottom
    if (isApart && !/[\\s(]$/.test(before.data) && !/^[\\s.,;:)]/.test(text.data))
      found.add(before.data + '|' + text.data)
    before = { data: text.data, block, last }
  }
  return [...found]
})()`

/** Words that stand apart on the screen, but are one word when they are copied or read out: `pay|src/pay.ts`. */
export function gluedWords(page: Page): Promise<string[]> {
  return page.evaluate(GLUED) as Promise<string[]>
}
