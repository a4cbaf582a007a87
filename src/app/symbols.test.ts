import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { openSymbols } from './symbols.ts'

test('a look-up that fails is logged with its cause', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const notAFolder = import.meta.filename
  const symbols = openSymbols({ dataDir: notAFolder, databaseUrl: null, artifactsDir: notAFolder }, log)
  const places = [{ path: 'https://shop.example/app.js', debugId: null, name: null, line: 1, column: 1 }]
  const sources = { bundles: [], places: [] }
  const query = { orgId: 1, projectId: 1, release: '1', dist: '', places, mappings: [], stacks: [], sources }
  await expect(symbols.resolve([query])).rejects.toThrow()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: expect.stringContaining('source maps could not be read'), err: { message: expect.any(String) } },
  ])
  await symbols.close()
})
