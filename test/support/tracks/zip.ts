import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a made archive; everything but name and content lies when set. */
export interface ZipMember {
  readonly name: string
  readonly content: Uint8Array | string
  readonly stored?: boolean
  readonly encrypted?: boolean
  /** Claimed size once unpacked. */
  readonly size?: number
  readonly checksum?: number
  /** What stands behind the packed bytes and counts as one of them. */
  readonly padding?: Uint8Array
  /** Uses the bytes of this earlier member instead of writing its own. */
  readonly sharesDataOf?: number
}

interface Written {
  readonly offset: number
  readonly data: Uint8Array
  readonly header: Uint8Array
}

/** The bytes of a ZIP archive, or of something that pretends to be one. */
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

/** The part that local headers and the directory have in common, from the version to the extra field's length. */
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
