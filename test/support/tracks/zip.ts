import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a generated archive. Everything except name and content is false when set. */
export interface ZipMember {
  readonly name: string
  readonly content: Uint8Array | string
  readonly stored?: boolean
  readonly encrypted?: boolean
  /** The declared uncompressed size. */
  readonly size?: number
  readonly checksum?: number
  /** Bytes after the compressed data that are counted as part of it. */
  readonly padding?: Uint8Array
  /** Uses the bytes of this earlier member instead of separate ones. */
  readonly sharesDataOf?: number
}

interface Written {
  readonly offset: number
  readonly data: Uint8Array
  readonly header: Uint8Array
}

/** The bytes of a ZIP archive, or of one with false declarations. */
export function zipBytes(members: readonly ZipMember[]): Uint8Array {
  const written: Written[] = []
  const parts: Uint8Array[] = []
  let offset = 0
  for (const member of members) {
    const shared = member.sharesDataOf === undefined ? undefined : written[member.sharesDataOf]
    const content = Buffer.from(member.content)
    const packed = member.stored ? content : deflateRawSync(content)
    const data = shared?.data ?? Buffer.concat([packed, member.padding ?? new Uint8Array()])
    const header = commonHeader(member, content, data)
    written.push({ offset: shared?.offset ?? offset, data, header })
    if (shared !== undefined) continue
    const local = Buffer.concat([u32(0x04034b50), header, Buffer.from(member.name), data])
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(
    members.map((member, index) => directoryEntry(member, written[index])),
  )
  const end = Buffer.concat([
    u32(0x06054b50),
    u16(0, 0, members.length, members.length),
    u32(directory.length, offset),
    u16(0),
  ])
  return new Uint8Array(Buffer.concat([...parts, directory, end]))
}

/** The common part of local headers and the directory, from the version to the length of the extra field. */
function commonHeader(member: ZipMember, content: Buffer, data: Uint8Array): Buffer {
  return Buffer.concat([
    u16(20, member.encrypted ? 1 : 0, member.stored ? 0 : 8, 0, 0x21),
    u32(member.checksum ?? crc32(content), data.length, member.size ?? content.length),
    u16(Buffer.byteLength(member.name), 0),
  ])
}

function directoryEntry(member: ZipMember, written: Written | undefined): Buffer {
  if (written === undefined) throw new Error('every member is written')
  return Buffer.concat([
    u32(0x02014b50),
    u16(20),
    written.header,
    u16(0, 0, 0),
    u32(0, written.offset),
    Buffer.from(member.name),
  ])
}

function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}

function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
