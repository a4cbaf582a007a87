import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { methodsOf } from '../routes/path.ts'
import { everyRoute } from '../routes/routes.ts'
import { earlyHints } from './early-hints.ts'

const ID = '9a4c8cfe-1b2d-5afe-98e9-f9aea4e2a7c8'

it.each([{}, { event: ID, range: '24h' }])(
  'the page of an issue with %j names only routes that exist',
  (query) => {
    const request = { headers: { cookie: 'Svc.sid=x' }, query } as unknown as FastifyRequest
    const links = earlyHints(new Set())(request, `issues/${ID}`) ?? ''
    const paths = [...links.matchAll(/<([^>?]+)/g)].map(([, path]) => path!)
    expect(paths).toHaveLength(4)
    for (const path of paths)
      expect([path, methodsOf(everyRoute(), path)]).toEqual([path, expect.arrayContaining(['GET'])])
  },
)
