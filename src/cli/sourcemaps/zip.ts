import { crc32, deflateRawSync } from 'node:zlib'

interface Entry {
  name: Buffer
  crc: number
  size: number
  deflated: Buffer
  offset: number
}

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x0800
const DEFLATED = 8
/** 1 January 1980: the same files give the same bytes. */
const DATE = 0x21

/** A zip file, written as files are added (APPNOTE.TXT 4.3, without zip64: at most 65,535 files and 4 GiB). */
export class Zip {
  readonly #parts: Buffer[] = []
  readonly #entries: Entry[] = []
  size = 0

  add(name: string, bytes: Buffer): void {
    const deflated = deflateRawSync(bytes)
    const entry = {
      name: Buffer.from(name),
      crc: crc32(bytes),
      size: bytes.length,
      deflated,
      offset: this.size,
    }
    this.#entries.push(entry)
    this.#push(localHeader(entry))
    this.#push(deflated)
  }

  end(): Buffer {
    const start = this.size
    for (const entry of this.#entries) this.#push(centralHeader(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(END, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(this.size - start, 12)
    end.writeUInt32LE(start, 16)
    this.#push(end)
    return Buffer.concat(this.#parts)
  }

  #push(part: Buffer): void {
    this.#parts.push(part)
    this.size += part.length
  }
}

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  writeShared(header, 4, entry)
  return Buffer.concat([header, entry.name])
}

function centralHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(VERSION, 4)
  writeShared(header, 6, entry)
  header.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([header, entry.name])
}

function writeShared(header: Buffer, at: number, { crc, deflated, size, name }: Entry): void {
  header.writeUInt16LE(VERSION, at)
  header.writeUInt16LE(FLAGS, at + 2)
  header.writeUInt16LE(DEFLATED, at + 4)
  header.writeUInt16LE(DATE, at + 8)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(deflated.length, at + 14)
  header.writeUInt32LE(size, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}
