import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { startService } from '../support/server/service.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)

it.skipIf(!hasIpv6)('listens at an IPv6 address that is written in brackets, as in a URL', async () => {
  const service = await startService({ env: { SVC_HOST: '[::1]' } })
  try {
    expect(service.url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  } finally {
    await service.close()
  }
})
