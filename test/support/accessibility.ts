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
