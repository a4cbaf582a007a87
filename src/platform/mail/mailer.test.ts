import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { mailServerOfTest } from '../../../test/support/server/mail-server.ts'
import { type Mail, Mailer, mailRefusal } from './mailer.ts'

const MAIL: Mail = {
  to: 'ada@example.com',
  subject: 'Hé\r\nBcc: eve@example.com',
  text: 'x\n',
  html: '<p>x</p>',
}

it('hands a mail to the server: sender, receiver, subject without a second header, both forms', async () => {
  const server = await mailServerOfTest()
  await new Mailer(server.settings).send(MAIL)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]).toMatchObject({
    from: 'errata@example.com',
    to: 'ada@example.com',
    html: '<p>x</p>',
  })
  expect(server.mails[0]!.subject).toContain('Bcc: eve@example.com')
})

it('signs in where credentials are set', async () => {
  const server = await mailServerOfTest()
  const credentials = { user: 'us:er', pass: 'pa@ss' }
  await new Mailer({ ...server.settings, credentials }).send(MAIL)
  expect(server.logins).toEqual(['us:er:pa@ss'])
})

it('retries if the server may accept the mail later, not if it never will', async () => {
  const server = await mailServerOfTest()
  server.refusals.push('451 later')
  await new Mailer(server.settings).send(MAIL)
  expect([server.offered, server.mails.length]).toEqual([2, 1])
  server.refusals.push('550 never')
  await expect(new Mailer(server.settings).send(MAIL)).rejects.toThrow('never')
  expect(server.offered).toBe(3)
})

it('at its end what waits is tried at once, and not again', async () => {
  const server = await mailServerOfTest()
  const mailer = new Mailer(server.settings)
  server.refusals.push('451 later', '451 later')
  const [waiting, late] = [mailer.send(MAIL), mailer.send(MAIL)]
  while (server.offered < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  server.refusals.push('451 later')
  mailer.close()
  await expect(waiting).rejects.toThrow('later')
  await late
  expect([server.offered, server.mails.length]).toEqual([4, 1])
})

it('a server that keeps silent is not waited for at the end', async () => {
  const silent = createServer()
  onTestFinished(() => void silent.close())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  silent.on('connection', (socket) => onTestFinished(() => void socket.destroy()))
  const { port } = silent.address() as AddressInfo
  const mailer = new Mailer({ ...(await mailServerOfTest()).settings, port })
  const sent = expect(mailer.send(MAIL)).rejects.toThrow('the service stopped before')
  const waiting = expect(mailer.send(MAIL)).rejects.toThrow('the service stopped before')
  mailer.close()
  await Promise.all([sent, waiting])
})

it('a server that says a little now and then, and never takes the mail, is given up; the next mail gets its turn', async () => {
  const slow = createServer((socket) => {
    socket.on('error', () => {}).write('220 hello\r\n')
    socket.once('data', () => {
      const timer = setInterval(() => socket.write('250-more\r\n'), 20)
      socket.once('close', () => clearInterval(timer))
    })
  })
  onTestFinished(() => void slow.close())
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { port } = slow.address() as AddressInfo
  const mailer = new Mailer({ ...(await mailServerOfTest()).settings, port }, 300)
  const both = [mailer.sendOnce(MAIL), mailer.sendOnce(MAIL)]
  const outcomes = await Promise.allSettled(both)
  const reason = expect.objectContaining({ message: 'the mail server did not take the email within 0.3 s' })
  expect(outcomes).toEqual([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
})

it('a server that does not answer is given up, and says so', async () => {
  const server = await mailServerOfTest()
  const mailer = new Mailer({ ...server.settings, port: 1 })
  const failed = expect(mailer.send(MAIL)).rejects.toThrow()
  onTestFinished(() => mailer.close())
  setTimeout(() => mailer.close(), 200)
  await failed
})

it('a look at a server that never ends its greeting is over in time', async () => {
  const talker = createServer((socket) => {
    const talking = setInterval(() => socket.write('220-one more line\r\n'), 20)
    socket.on('error', () => {}).on('close', () => clearInterval(talking))
  })
  onTestFinished(() => void talker.close())
  await new Promise<void>((resolve) => talker.listen(0, '127.0.0.1', resolve))
  const { port } = talker.address() as AddressInfo
  const { settings } = await mailServerOfTest()
  expect(await mailRefusal({ ...settings, port }, 200)).toMatch('not ready within 0.2 s')
  expect(await mailRefusal(settings)).toBeNull()
})
