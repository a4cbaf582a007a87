import { FILTERED } from '../secret/keys.ts'
import { noteScan } from '../work.ts'

/** A Secret of Kubernetes: all its data is secret, whatever the names are. */
const KIND_LINE = /^([ \t]{0,32}(?:- )?)kind:[ \t]{1,2}["']?Secret["']?[ \t]{0,4}$/m
const DATA_LINE = /^([ \t]{0,32}(?:- )?)(?:data|stringData):[ \t]{0,4}$/
const ENTRY = /^[ \t]{0,40}["']?[\w.-]{1,253}["']?:[ \t]{0,4}(?=\S)/
const BLOCK = /^[|>][+\-\d]{0,2}[ \t]{0,4}$/
const JSON_KIND = /["']kind\\{0,8}["']\s{0,4}:\s{0,4}\\{0,8}["']Secret\\{0,8}["']/
const JSON_DATA = /["'](?:data|stringData)\\{0,8}["']\s{0,4}:\s{0,4}\{([^{}]{1,65536})\}/g
const JSON_VALUE = /(:\s{0,4}\\{0,8}["'])([^"'\\]{1,65536})/g

/** Replaces the values of a Secret's manifest in YAML or JSON; its names stay. */
export function scrubManifests(text: string): string {
  if (!text.includes('Secret') || !text.includes('kind') || !/[dD]ata/.test(text)) return text
  noteScan(text.length)
  const inYaml = KIND_LINE.test(text) ? scrubYaml(text) : text
  return JSON_KIND.test(inYaml)
    ? inYaml.replace(JSON_DATA, (data) => data.replace(JSON_VALUE, `$1${FILTERED}`))
    : inYaml
}

/** True for the data of an object that is a Secret. */
export function isManifestData(object: Readonly<Record<string, unknown>>, key: string): boolean {
  return (key === 'data' || key === 'stringData') && object.kind === 'Secret'
}

function scrubYaml(text: string): string {
  return text
    .split(/^(?=---)/m)
    .map((document) => {
      const kind = KIND_LINE.exec(document)
      return kind === null ? document : scrubDocument(document, kind[1]!.length)
    })
    .join('')
}

/** @param indent that of `kind`, which `data` has as well */
function scrubDocument(document: string, indent: number): string {
  let isData = false
  let blockIndent = -1
  const lines = document.split('\n').map((line) => {
    const own = line.length - line.trimStart().length
    if (line.trim() === '') return line
    if (isData && own > indent) {
      if (blockIndent >= 0 && own > blockIndent) return `${line.slice(0, own)}${FILTERED}`
      const name = ENTRY.exec(line)?.[0]
      blockIndent = name !== undefined && BLOCK.test(line.slice(name.length, name.length + 16)) ? own : -1
      return name === undefined || blockIndent >= 0 ? line : `${name}${FILTERED}`
    }
    const data = DATA_LINE.exec(line)
    isData = data !== null && data[1]!.length === indent
    blockIndent = -1
    return line
  })
  return lines.join('\n')
}
