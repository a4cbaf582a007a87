/**
 * Colours are those of the dashboard. A mail program that leaves out styles shows plain paragraphs; one that inverts
 * colours by itself is told that both themes are there.
 */
const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:24px 16px;background:#fff;color:#1c1b19;font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
div{max-width:36em;margin:0 auto;overflow-wrap:anywhere}
p{margin:0 0 20px}
a{color:inherit}
strong{font-size:16px;font-weight:600}
span,.foot{font-size:13px;color:#66625c}
.quote{display:block;margin:6px 0;padding-left:12px;border-left:3px solid #d8d4cd;font-size:15px;color:inherit}
hr{border:0;border-top:1px solid #e4e1db;margin:24px 0 16px}
@media (prefers-color-scheme:dark){
body{background:#151618;color:#ebe9e5}
span,.foot{color:#a8a49d}
.quote{border-color:#45464a;color:inherit}
hr{border-color:#303135}
}`

/** A whole email in HTML, from paragraphs that are escaped already. */
export function mailPage(paragraphs: string[]): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    `<style>${STYLE}</style>`,
  ]
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body><div>${paragraphs.join('\n')}</div></body></html>`
}
