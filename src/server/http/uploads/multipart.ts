import { rm } from 'node:fs/promises'
import { payloadTooLarge } from '@/lib/errors'
import { requireEncoding } from '@/server/http/body'
import { DeferredFile } from './deferred-file'
import { boundaryOf, type Disposition, disposition } from './multipart-headers'
import type { BodyChunks } from './upload-body'

/** A file of a form, stored in a temporary file. */
export interface UploadedFile {
  /** The file name from the client, possibly ''. */
  name: string
  path: string
  size: number
}

/** A multipart form: text fields, and files by field name. */
export interface Form {
  fields: Map<string, string>
  files: Map<string, UploadedFile>
}

export interface FormLimits {
  /** Maximum bytes of the whole body. */
  bytes: number
  /** Returns the path for a temporary file. */
  incoming: () => string
  /** Reads the body. */
  read: (request: Request) => BodyChunks
}

/** The body is larger than allowed. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge'
}

/** The body is not a multipart form, or is truncated. */
export class BrokenForm extends Error {
  override name = 'BrokenForm'
}

/** Maximum parts of a form; existing clients send two. */
const MAX_PARTS = 20
/** Maximum bytes of all text fields together. */
const MAX_FIELDS = 1024 * 1024
const MAX_HEADER = 16 * 1024
/** Bytes after which garbage is collected; otherwise the runtime would retain hundreds of megabytes of chunks. */
const COLLECT_EVERY = 8 * 1024 * 1024
const CR = 13
const LF = 10

/**
 * Reads a form, with files streamed to disk so that memory does not grow with the upload. Lenient for existing clients:
 * anything before the first boundary is skipped, and a bare LF (or CR) before a boundary is accepted.
 *
 * @throws BodyTooLarge, BrokenForm, 415 for a compressed body, or 413 for too many parts or too much text. Temporary files are deleted on error.
 */
export async function readForm(request: Request, limits: FormLimits): Promise<Form> {
  requireEncoding(request)
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (!boundary || !request.body) throw new BrokenForm('no multipart form')
  const reader = new FormReader(Buffer.from(`--${boundary}`), limits)
  try {
    for await (const { buffer, byteOffset, byteLength } of limits.read(request))
      await reader.push(Buffer.from(buffer, byteOffset, byteLength))
    return await reader.end()
  } catch (error) {
    await reader.discard()
    throw error
  }
}

/** Deletes the temporary files of a form, if they still exist. */
export async function removeFiles({ files }: Form): Promise<void> {
  for (const { path } of files.values()) await rm(path, { force: true })
}

type Part = { header: Disposition; size: number } & (
  | { kind: 'field'; chunks: Buffer[] }
  | { kind: 'file'; file: DeferredFile }
)

class FormReader {
  readonly #delimiter: Buffer
  readonly #limits: FormLimits
  readonly #form: Form = { fields: new Map(), files: new Map() }
  #pending: Buffer = Buffer.alloc(0)
  #received = 0
  #parts = 0
  #fieldBytes = 0
  #part: Part | undefined
  #state: 'preamble' | 'headers' | 'content' | 'end' = 'preamble'

  constructor(delimiter: Buffer, limits: FormLimits) {
    this.#delimiter = delimiter
    this.#limits = limits
  }

  async push(chunk: Buffer): Promise<void> {
    const before = this.#received
    this.#received += chunk.length
    if (this.#received > this.#limits.bytes) throw new BodyTooLarge()
    if (before % COLLECT_EVERY > this.#received % COLLECT_EVERY) Bun.gc(false)
    if (this.#state === 'end') return
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    while (await this.#step());
  }

  async end(): Promise<Form> {
    if (this.#state !== 'end') throw new BrokenForm('the form ends in the middle')
    return this.#form
  }

  async discard(): Promise<void> {
    if (this.#part?.kind === 'file') await this.#part.file.discard()
    await removeFiles(this.#form)
  }

  /** Consumes the pending bytes as far as possible. Returns false when more are needed. */
  #step(): Promise<boolean> | boolean {
    if (this.#state === 'preamble') return this.#skipPreamble()
    if (this.#state === 'headers') return this.#readHeaders()
    if (this.#state === 'content') return this.#readContent()
    return false
  }

  #skipPreamble(): boolean {
    const at = this.#pending.indexOf(this.#delimiter)
    if (at < 0) return this.#keepTail()
    this.#pending = this.#pending.subarray(at + this.#delimiter.length)
    this.#state = 'headers'
    return true
  }

  #keepTail(): false {
    this.#pending = this.#pending.subarray(-this.#delimiter.length)
    return false
  }

  async #readHeaders(): Promise<boolean> {
    if (this.#pending.length < 2) return false
    if (this.#pending.toString('latin1', 0, 2) === '--') {
      this.#state = 'end'
      return false
    }
    const end = this.#pending.indexOf('\r\n\r\n')
    if (end < 0) {
      if (this.#pending.length > MAX_HEADER) throw new BrokenForm('a part header is too long')
      return false
    }
    this.#part = this.#openPart(disposition(this.#pending.toString('utf8', 0, end)))
    this.#pending = this.#pending.subarray(end + 4)
    this.#state = 'content'
    return true
  }

  #openPart(header: Disposition): Part {
    this.#parts += 1
    if (this.#parts > MAX_PARTS) throw payloadTooLarge('the form has too many parts')
    if (header.fileName === undefined) return { kind: 'field', header, size: 0, chunks: [] }
    return { kind: 'file', header, size: 0, file: new DeferredFile(this.#limits.incoming) }
  }

  async #readContent(): Promise<boolean> {
    const at = this.#findDelimiter()
    if (at < 0) {
      const overlap = this.#delimiter.length + 2
      const ready = this.#pending.length - overlap
      if (ready > 0) await this.#write(this.#take(ready))
      return false
    }
    await this.#write(this.#take(at - newlineBefore(this.#pending, at)))
    await this.#closePart()
    this.#pending = this.#pending.subarray(
      this.#pending.indexOf(this.#delimiter) + this.#delimiter.length,
    )
    this.#state = 'headers'
    return true
  }

  /** Index of a delimiter at the start of a line (or of the part), or -1. */
  #findDelimiter(): number {
    let at = this.#pending.indexOf(this.#delimiter)
    while (at >= 0) {
      const startsPart = at === 0 && this.#part?.size === 0
      if (startsPart || newlineBefore(this.#pending, at) > 0) return at
      at = this.#pending.indexOf(this.#delimiter, at + 1)
    }
    return -1
  }

  #take(length: number): Buffer {
    const taken = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    return taken
  }

  async #write(bytes: Buffer): Promise<void> {
    const part = this.#part
    if (!part || bytes.length === 0) return
    part.size += bytes.length
    if (part.kind === 'file') {
      await part.file.write(bytes)
      return
    }
    this.#fieldBytes += bytes.length
    if (this.#fieldBytes > MAX_FIELDS) throw payloadTooLarge('the form has too much text')
    part.chunks.push(Buffer.from(bytes))
  }

  async #closePart(): Promise<void> {
    const part = this.#part
    this.#part = undefined
    if (!part) return
    const { name, fileName = '' } = part.header
    if (part.kind === 'field') {
      this.#form.fields.set(name, Buffer.concat(part.chunks).toString('utf8'))
      return
    }
    // `discard` deletes it when closing fails.
    this.#part = part
    const path = await part.file.close()
    this.#part = undefined
    const former = this.#form.files.get(name)
    if (former) await rm(former.path, { force: true })
    this.#form.files.set(name, { name: fileName, path, size: part.size })
  }
}

/** Length of the line break before an index: 2, 1 or 0 bytes. */
function newlineBefore(bytes: Buffer, at: number): number {
  const last = bytes[at - 1]
  if (last === LF) return bytes[at - 2] === CR ? 2 : 1
  return last === CR ? 1 : 0
}
