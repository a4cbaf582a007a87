import { crc32, deflateRawSync } from 'node:zlib'

/** A file in a zip; what the headers say of it may be wrong. */
export interface ZipEntry {
  name: string
  content: Buffer | string
  /** Size of the inflated content, as the headers have it. */
  claimedBytes?: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const UTF8 = 0x800
const DEFLATED = 8

/** A zip of deflated files, written by hand: any names, sizes that lie. @param from bytes that stand before it */
export function zipFile(entries: readonly ZipEntry[], from = 0): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = from
  for (const entry of entries) {
    const content = Buffer.from(entry.content as string)
    const data = deflateRawSync(content)
    const name = Buffer.from(entry.name)
    const fields = commonFields(content, { data, name, claimed: entry.claimedBytes ?? content.length })
    const local = Buffer.concat([uint32(LOCAL), fields, name, data])
    centrals.push(uint32(CENTRAL), uint16(20), fields, Buffer.alloc(10), uint32(offset), name)
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(centrals)
  const count = uint16(entries.length)
  const end = [uint32(END), Buffer.alloc(4), count, count, uint32(central.length), uint32(offset), uint16(0)]
  return Buffer.concat([...locals, central, ...end])
}

/** What the header before a file and the one in the directory share: version to length of extra fields. */
function commonFields(
  content: Buffer,
  { data, name, claimed }: { data: Buffer; name: Buffer; claimed: number },
): Buffer {
  const head = [uint16(20), uint16(UTF8), uint16(DEFLATED), Buffer.alloc(4), uint32(crc32(content))]
  return Buffer.concat([...head, uint32(data.length), uint32(claimed), uint16(name.length), uint16(0)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
