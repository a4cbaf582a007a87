import type { JsonSchemas, OpenApi } from '../description/open-api.ts'
import { type AddressedOperation, ORIGIN_MARK } from './curl-example.ts'
import { codeBlock, docsOperation } from './docs-operation.ts'
import { schemaFields, schemaType } from './docs-schema.ts'
import { type Html, html, inlineMarkdown } from './html.ts'

interface Group {
  name: string
  description: string
  id: string
  operations: AddressedOperation[]
}

/** The description as a page that needs nothing but itself: readable without its script, which filters and
 * copies. `ORIGIN_MARK` stands for the address of the service. */
export function docsPage(document: OpenApi): string {
  const groups = document.tags.map((tag) => ({
    ...tag,
    id: `tag-${tag.name.toLowerCase().replaceAll(' ', '-')}`,
    operations: operationsOf(document, tag.name),
  }))
  const { schemas } = document.components
  const page = html`<!doctype html>
<html lang="en">
${HEAD}
<body>
${HEADER}
<div class="page">
${navigation(groups)}
<main id="main">
<h1>API</h1>
${inlineMarkdown(document.info.description)}
${codeBlock(FIRST_CALL)}
<p class="none" role="status" hidden>No matching routes. Try a path, a method or a word from a summary.</p>
${groups.map((group) => groupSection(group, schemas))}
${schemaSection(schemas)}
</main>
</div>
<script src="/docs.js"></script>
</body>
</html>
`
  return page.text
}

const FIRST_CALL = `curl '${ORIGIN_MARK}/api/v1/issues?window=24h' -H 'Authorization: Bearer svc_pat_…'`

const HEAD = html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>API · Errata</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/theme.js"></script>
<link rel="stylesheet" href="/docs.css">
</head>`

const HEADER = html`<a class="skip" href="#main">Skip to the routes</a>
<header>
  <a class="wordmark" href="/"><span role="img" aria-label="Errata"><span aria-hidden="true">err<s>o</s><b>a</b>ta</span></span></a> <span class="where">API</span>
  <label class="filter" hidden><span>Filter</span><input type="search" placeholder="Filter routes"
    autocomplete="off" spellcheck="false"></label>
  <a class="link" href="/api/v1/openapi.json">openapi.json</a> <a class="link" href="/llms.txt">llms.txt</a>
</header>`

function navigation(groups: readonly Group[]): Html {
  const sections = groups.map(
    ({ name, id, operations }) => html`<section><h2><a href="#${id}">${name}</a></h2>
<ul>${operations.map(navigationItem)}</ul></section>
`,
  )
  return html`<nav aria-label="Routes">${sections}
<section><h2><a href="#schemas">Schemas</a></h2></section></nav>`
}

function navigationItem({ method, path, operation }: AddressedOperation): Html {
  const name = method.toUpperCase()
  return html`<li><a href="#${operation.operationId}" title="${name} ${path}"><span
    class="method ${method}">${name}</span> ${operation.summary}</a></li>`
}

function groupSection({ name, id, description, operations }: Group, schemas: JsonSchemas): Html {
  return html`<section class="group" aria-labelledby="${id}"><h2 id="${id}">${name}</h2><p>${description}</p>
${operations.map((operation) => docsOperation(operation, schemas))}</section>
`
}

function schemaSection(schemas: JsonSchemas): Html {
  const named = Object.entries(schemas).sort(([a], [b]) => a.localeCompare(b))
  const sections = named.map(
    ([name, schema]) => html`<details class="operation" id="schema-${name}" data-find="${name.toLowerCase()}">
<summary><code class="path">${name}</code></summary>
<div class="body"><div class="wide" tabindex="0">${schemaFields(schema) ?? schemaType(schema)}</div></div></details>
`,
  )
  return html`<section class="group" aria-labelledby="schemas"><h2 id="schemas">Schemas</h2>${sections}</section>`
}

const METHODS = ['get', 'post', 'patch', 'delete']

function operationsOf({ paths }: OpenApi, tag: string): AddressedOperation[] {
  const nouns = Object.keys(paths).map(nounOf)
  return Object.entries(paths)
    .sort(([a], [b]) => nouns.indexOf(nounOf(a)) - nouns.indexOf(nounOf(b)) || (a < b ? -1 : 1))
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const operation = methods[method]
        return operation?.tags.includes(tag) ? [{ method, path, operation }] : []
      }),
    )
}

function nounOf(path: string): string {
  return path.replace('/api/v1/', '').split('/')[0]!
}
