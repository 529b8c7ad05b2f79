import { closeSync, openSync, read, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { loadLibc } from '@/lib/process/libc'
import type { DiskModel, Inode } from './disk-model'

const { ENOENT, EEXIST, ENOTEMPTY, ENOSYS, ENODEV, EINTR, EAGAIN, ENOTDIR, EISDIR, EIO } =
  constants.errno

/** Requests of the kernel's FUSE protocol (`linux/fuse.h`). */
const OPCODES = {
  ...{ LOOKUP: 1, FORGET: 2, GETATTR: 3, SETATTR: 4, READLINK: 5, SYMLINK: 6, MKDIR: 9 },
  ...{ UNLINK: 10, RMDIR: 11, RENAME: 12, LINK: 13, OPEN: 14, READ: 15, WRITE: 16, STATFS: 17 },
  ...{ RELEASE: 18, FSYNC: 20, FLUSH: 25, INIT: 26, OPENDIR: 27, READDIR: 28, RELEASEDIR: 29 },
  ...{ FSYNCDIR: 30, ACCESS: 34, CREATE: 35, INTERRUPT: 36, BATCH_FORGET: 42, RENAME2: 45 },
} as const
export type Operation = keyof typeof OPCODES
const NAMES = new Map<number, Operation>(
  Object.entries(OPCODES).map(([name, code]) => [code, name as Operation]),
)

const IN_HEADER = 40
const OUT_HEADER = 16
const MAX_WRITE = 131_072
/** `FUSE_ASYNC_READ | FUSE_ATOMIC_O_TRUNC | FUSE_BIG_WRITES | FUSE_PARALLEL_DIROPS | FUSE_MAX_PAGES` */
const INIT_FLAGS = 1 | 8 | 32 | (1 << 18) | (1 << 22)
const MINOR_VERSION = 31
const FOPEN_KEEP_CACHE = 2
const O_TRUNC = 0o1000
/** Seconds for which the kernel may cache entries, because only it changes the disk. */
const VALID = 86_400n
const MODES = { file: 0o100000, folder: 0o040000, link: 0o120000 }
const DIRENT_TYPES = { file: 8, folder: 4, link: 10 }
const SETATTR = { mode: 1, size: 8, mtime: 32, mtimeNow: 256 }
const RENAME_NOREPLACE = 1

/** An operation that is about to be performed. */
export interface DiskRequest {
  operation: Operation
  inode: Inode
  /** The names in the request, if any, and the length of the written data. */
  names: readonly string[]
  size: number
}

/** A failure instead of an operation: an error number, or a short write. */
export interface Fault {
  errno?: number
  shortWrite?: number
}

/** A mounted disk whose state is in this process. */
export interface FuseDisk {
  model: DiskModel
  /** Called before every operation; may return a fault. Can be replaced at any time. */
  onRequest: (request: DiskRequest) => Fault | undefined
  /** Milliseconds that an fsync takes. */
  fsyncDelay: number
  /** The free bytes that programs see. */
  free: number
  operations: number
  unmount: () => Promise<void>
}

class DiskError extends Error {
  readonly errno: number

  constructor(errno: number) {
    super(`errno ${errno}`)
    this.errno = errno
  }
}

/** @throws Error where this process may not mount. */
function mount(device: number, path: string): () => void {
  const libc = loadLibc({
    mount: { args: ['cstring', 'cstring', 'cstring', 'u64', 'cstring'], returns: 'i32' },
    umount2: { args: ['cstring', 'i32'], returns: 'i32' },
  })
  if (!libc) throw new Error('there is no C library to mount with')
  const text = (value: string) => Buffer.from(`${value}\0`)
  const options = `fd=${device},rootmode=40000,user_id=0,group_id=0,allow_other`
  if (libc.mount(text('powercut'), text(path), text('fuse'), 0n, text(options)) !== 0)
    throw new Error('mounting failed')
  const MNT_DETACH = 2
  return () => void libc.umount2(text(path), MNT_DETACH)
}

/**
 * Mounts a disk whose state is a `DiskModel`. NOTE this process must not access the disk synchronously, because it
 * serves it.
 */
export async function mountFuseDisk(path: string, model: DiskModel): Promise<FuseDisk> {
  const device = openSync('/dev/fuse', 'r+')
  const detach = mount(device, path)
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const disk: FuseDisk = {
    ...{ model, onRequest: () => undefined, fsyncDelay: 0, free: 2 ** 36, operations: 0 },
    unmount: async () => {
      detach()
      await ended
    },
  }
  serve(device, disk, resolve)
  return disk
}

function serve(device: number, disk: FuseDisk, end: () => void): void {
  const server = new Server(device, disk)
  const buffer = Buffer.alloc(MAX_WRITE + 4096)
  const next = () =>
    read(device, buffer, 0, buffer.length, null, (error, size) => {
      // ENODEV: it was unmounted.
      if (error && error.errno !== -EINTR && error.errno !== -EAGAIN && error.errno !== -ENOENT) {
        closeSync(device)
        return end()
      }
      if (!error) server.handle(buffer.subarray(0, size))
      next()
    })
  next()
}

class Server {
  readonly #device: number
  readonly #disk: FuseDisk
  readonly #inodes = new Map<number, Inode>()
  /** Open files, by the number that the kernel received. Each handle reports a failed fsync of its file once. */
  readonly #handles = new Map<bigint, { inode: Inode; failuresSeen: number }>()
  #nextHandle = 1n

  constructor(device: number, disk: FuseDisk) {
    this.#device = device
    this.#disk = disk
    this.#inodes.set(1, disk.model.root)
  }

  handle(request: Buffer): void {
    const code = request.readUInt32LE(4)
    const unique = request.readBigUInt64LE(8)
    const operation = NAMES.get(code)
    // FORGET needs no reply; memory is released with the disk.
    if (operation === 'FORGET' || operation === 'BATCH_FORGET' || operation === 'INTERRUPT') return
    if (operation === undefined) {
      this.#reply(unique, ENOSYS)
      return
    }
    const isSync = operation === 'FSYNC' || operation === 'FSYNCDIR'
    const body = request.subarray(IN_HEADER)
    const inode = this.#inodes.get(Number(request.readBigUInt64LE(16)))
    if (isSync && this.#disk.fsyncDelay > 0) {
      setTimeout(() => this.#answer(operation, { unique, inode, body }), this.#disk.fsyncDelay)
    } else this.#answer(operation, { unique, inode, body })
  }

  #answer(
    operation: Operation,
    { unique, inode, body }: { unique: bigint; inode: Inode | undefined; body: Buffer },
  ): void {
    this.#disk.operations += 1
    try {
      if (operation !== 'INIT' && !inode) throw new DiskError(ENOENT)
      const out =
        inode && operation !== 'INIT' ? this.#carryOut(operation, inode, body) : initOut(body)
      this.#reply(unique, 0, out)
    } catch (error) {
      if (!(error instanceof DiskError)) throw error
      this.#reply(unique, error.errno)
    }
  }

  #reply(unique: bigint, errno: number, body: Uint8Array = NOTHING): void {
    const out = Buffer.alloc(OUT_HEADER + body.length)
    out.writeUInt32LE(out.length, 0)
    out.writeInt32LE(-errno, 4)
    out.writeBigUInt64LE(unique, 8)
    out.set(body, OUT_HEADER)
    try {
      writeSync(this.#device, out)
    } catch (error) {
      // The process that sent the request was killed.
      const { errno: code = 0 } = error as NodeJS.ErrnoException
      if (code !== -ENOENT && code !== -ENODEV) throw error
    }
  }

  #carryOut(operation: Operation, inode: Inode, body: Buffer): Uint8Array {
    const names = namesIn(operation, body)
    const size = operation === 'WRITE' ? body.readUInt32LE(16) : 0
    const fault = this.#disk.onRequest({ operation, inode, names, size })
    if (fault?.errno !== undefined) {
      if (operation === 'FSYNC') this.#failSync(inode, body)
      throw new DiskError(fault.errno)
    }
    const [name = '', other = ''] = names
    switch (operation) {
      case 'LOOKUP':
        return this.#lookUp(inode, name)
      case 'GETATTR':
        return attrOut(inode)
      case 'SETATTR':
        return this.#setAttributes(inode, body)
      case 'READLINK':
        return Buffer.from(inode.target)
      case 'SYMLINK':
        return this.#add(inode, name, { kind: 'link', mode: 0o777, target: other })
      case 'MKDIR':
        return this.#add(inode, name, { kind: 'folder', mode: body.readUInt32LE(0) & 0o7777 })
      case 'CREATE':
        return this.#createFile(inode, name, body.readUInt32LE(4))
      case 'UNLINK':
      case 'RMDIR':
        return this.#remove(inode, name, operation === 'RMDIR')
      case 'RENAME':
      case 'RENAME2':
        return this.#rename(inode, { from: name, to: other }, operation === 'RENAME2', body)
      case 'LINK':
        return this.#link(inode, name, Number(body.readBigUInt64LE(0)))
      case 'OPEN':
        if (body.readUInt32LE(0) & O_TRUNC) this.#disk.model.truncate(inode, 0)
        return this.#openOut(inode)
      case 'OPENDIR':
        return this.#openOut(inode)
      case 'RELEASE':
      case 'RELEASEDIR':
        this.#handles.delete(body.readBigUInt64LE(0))
        return NOTHING
      case 'READ':
        return this.#disk.model.read(inode, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16))
      case 'WRITE':
        return this.#write(inode, body, fault?.shortWrite ?? size)
      case 'STATFS':
        return statfsOut(this.#disk.free)
      case 'FSYNC':
      case 'FSYNCDIR':
        this.#sync(inode, body)
        return NOTHING
      case 'READDIR':
        return direntsOut(inode, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16))
      default:
        return NOTHING
    }
  }

  #createFile(folder: Inode, name: string, mode: number): Uint8Array {
    const entry = this.#add(folder, name, { kind: 'file', mode: mode & 0o7777 })
    const inode = folder.entries.get(name)
    return inode ? Buffer.concat([entry, this.#openOut(inode)]) : entry
  }

  #openOut(inode: Inode): Uint8Array {
    const handle = this.#nextHandle++
    this.#handles.set(handle, { inode, failuresSeen: inode.failures })
    const out = Buffer.alloc(16)
    out.writeBigUInt64LE(handle, 0)
    out.writeUInt32LE(FOPEN_KEEP_CACHE, 8)
    return out
  }

  /** Other handles of the file report the failure at their next fsync; handles opened later never do. */
  #failSync(inode: Inode, body: Buffer): void {
    this.#disk.model.failSync(inode)
    const handle = this.#handles.get(body.readBigUInt64LE(0))
    if (handle) handle.failuresSeen = inode.failures
  }

  #sync(inode: Inode, body: Buffer): void {
    const handle = this.#handles.get(body.readBigUInt64LE(0))
    this.#disk.model.sync(inode)
    if (!handle || handle.failuresSeen === inode.failures) return
    handle.failuresSeen = inode.failures
    throw new DiskError(EIO)
  }

  #lookUp(folder: Inode, name: string): Uint8Array {
    const inode = folder.entries.get(name)
    if (!inode) throw new DiskError(ENOENT)
    return this.#entryOut(inode)
  }

  #entryOut(inode: Inode): Uint8Array {
    this.#inodes.set(inode.id, inode)
    const out = Buffer.alloc(40)
    out.writeBigUInt64LE(BigInt(inode.id), 0)
    out.writeBigUInt64LE(VALID, 16)
    out.writeBigUInt64LE(VALID, 24)
    return Buffer.concat([out, attributes(inode)])
  }

  #add(folder: Inode, name: string, inode: Parameters<DiskModel['add']>[1]): Uint8Array {
    if (folder.entries.has(name)) throw new DiskError(EEXIST)
    return this.#entryOut(this.#disk.model.add({ folder, name }, inode))
  }

  #remove(folder: Inode, name: string, isFolder: boolean): Uint8Array {
    const inode = folder.entries.get(name)
    if (!inode) throw new DiskError(ENOENT)
    if (isFolder && inode.kind !== 'folder') throw new DiskError(ENOTDIR)
    if (!isFolder && inode.kind === 'folder') throw new DiskError(EISDIR)
    if (inode.entries.size > 0) throw new DiskError(ENOTEMPTY)
    this.#disk.model.remove(folder, name)
    return NOTHING
  }

  #rename(
    folder: Inode,
    { from, to }: { from: string; to: string },
    hasFlags: boolean,
    body: Buffer,
  ): Uint8Array {
    const target = this.#inodes.get(Number(body.readBigUInt64LE(0)))
    if (!target || !folder.entries.has(from)) throw new DiskError(ENOENT)
    const there = target.entries.get(to)
    if (there && hasFlags && body.readUInt32LE(8) & RENAME_NOREPLACE) throw new DiskError(EEXIST)
    if (there && there.entries.size > 0) throw new DiskError(ENOTEMPTY)
    this.#disk.model.rename({ folder, name: from }, { folder: target, name: to })
    return NOTHING
  }

  #link(folder: Inode, name: string, id: number): Uint8Array {
    const inode = this.#inodes.get(id)
    if (!inode) throw new DiskError(ENOENT)
    if (folder.entries.has(name)) throw new DiskError(EEXIST)
    this.#disk.model.link(folder, name, inode)
    return this.#entryOut(inode)
  }

  #write(inode: Inode, body: Buffer, size: number): Uint8Array {
    const header = 40
    const bytes = body.subarray(header, header + size)
    this.#disk.model.write(inode, Number(body.readBigUInt64LE(8)), bytes)
    const out = Buffer.alloc(8)
    out.writeUInt32LE(size, 0)
    return out
  }

  #setAttributes(inode: Inode, body: Buffer): Uint8Array {
    const valid = body.readUInt32LE(0)
    if (valid & SETATTR.size) this.#disk.model.truncate(inode, Number(body.readBigUInt64LE(16)))
    if (valid & SETATTR.mode) inode.mode = body.readUInt32LE(68) & 0o7777
    if (valid & SETATTR.mtimeNow) inode.modifiedAt = Date.now()
    else if (valid & SETATTR.mtime)
      inode.modifiedAt = Number(body.readBigUInt64LE(40)) * 1000 + body.readUInt32LE(60) / 1e6
    return attrOut(inode)
  }
}

const NOTHING = new Uint8Array(0)

/** Bytes of the fixed part of requests that contain names. */
const FIXED_SIZES: Partial<Record<Operation, number>> = {
  ...{ LOOKUP: 0, SYMLINK: 0, UNLINK: 0, RMDIR: 0, MKDIR: 8, RENAME: 8, LINK: 8 },
  ...{ CREATE: 16, RENAME2: 16 },
}

function namesIn(operation: Operation, body: Buffer): string[] {
  const start = FIXED_SIZES[operation]
  return start === undefined ? [] : body.subarray(start).toString().split('\0').slice(0, -1)
}

function initOut(body: Buffer): Uint8Array {
  const out = Buffer.alloc(64)
  out.writeUInt32LE(7, 0)
  out.writeUInt32LE(MINOR_VERSION, 4)
  out.writeUInt32LE(body.readUInt32LE(8), 8)
  out.writeUInt32LE(INIT_FLAGS, 12)
  out.writeUInt16LE(16, 16)
  out.writeUInt16LE(12, 18)
  out.writeUInt32LE(MAX_WRITE, 20)
  out.writeUInt32LE(1, 24)
  out.writeUInt16LE(MAX_WRITE / 4096, 28)
  return out
}

function attributes({ id, kind, mode, links, modifiedAt, content }: Inode): Buffer {
  const out = Buffer.alloc(88)
  const seconds = BigInt(Math.floor(modifiedAt / 1000))
  const nanoseconds = Math.floor((modifiedAt % 1000) * 1e6)
  out.writeBigUInt64LE(BigInt(id), 0)
  out.writeBigUInt64LE(BigInt(content.size), 8)
  out.writeBigUInt64LE(BigInt(Math.ceil(content.size / 512)), 16)
  for (const at of [24, 32, 40]) out.writeBigUInt64LE(seconds, at)
  for (const at of [48, 52, 56]) out.writeUInt32LE(nanoseconds, at)
  out.writeUInt32LE(MODES[kind] | mode, 60)
  out.writeUInt32LE(kind === 'folder' ? 2 : Math.max(0, links), 64)
  out.writeUInt32LE(4096, 80)
  return out
}

function attrOut(inode: Inode): Uint8Array {
  const out = Buffer.alloc(16)
  out.writeBigUInt64LE(VALID, 0)
  return Buffer.concat([out, attributes(inode)])
}

function statfsOut(free: number): Uint8Array {
  const out = Buffer.alloc(80)
  const blocks = BigInt(Math.floor(free / 4096))
  out.writeBigUInt64LE(2n ** 24n, 0)
  for (const at of [8, 16]) out.writeBigUInt64LE(blocks, at)
  for (const at of [24, 32]) out.writeBigUInt64LE(2n ** 20n, at)
  for (const [at, value] of [
    [40, 4096],
    [44, 255],
    [48, 4096],
  ] as const)
    out.writeUInt32LE(value, at)
  return out
}

/** As many entries as fit, starting at `offset`. */
function direntsOut({ entries }: Inode, offset: number, size: number): Uint8Array {
  const parts: Buffer[] = []
  let length = 0
  for (const [index, [name, inode]] of [...entries].entries()) {
    if (index < offset) continue
    const bytes = Buffer.from(name)
    const out = Buffer.alloc(24 + Math.ceil(bytes.length / 8) * 8)
    if (length + out.length > size) break
    out.writeBigUInt64LE(BigInt(inode.id), 0)
    out.writeBigUInt64LE(BigInt(index + 1), 8)
    out.writeUInt32LE(bytes.length, 16)
    out.writeUInt32LE(DIRENT_TYPES[inode.kind], 20)
    out.set(bytes, 24)
    parts.push(out)
    length += out.length
  }
  return Buffer.concat(parts)
}
