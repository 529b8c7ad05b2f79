import { open, rm } from 'node:fs/promises'
import { BodyTooLarge, readForm, removeFiles, writeAll } from './multipart'
import { disposition } from './multipart-headers'
import { type FileRules, noFilePart, refusalOfForm, tooLarge } from './receive-file'

/** A file that a program has sent, as the body itself or in a form. */
export interface Arrival {
  /** As the program calls it, possibly ''. */
  name: string
  path: string
  size: number
  /** Text fields of the form. */
  fields: ReadonlyMap<string, string>
  /** Removes what still lies around. */
  remove: () => Promise<void>
}

/** How large an arrival may be, and where it goes meanwhile. */
export type ArrivalRules = Pick<FileRules, 'subject' | 'mostBytes' | 'incoming'>

const FORM = /^multipart\/form-data\b/i

/**
 * Receives a file to disk: the body, or the field `file` of a form, or the first file in it.
 *
 * @throws 413 when it is too large, 400 when there is none; nothing is left on disk then.
 */
export async function receiveArrival(request: Request, rules: ArrivalRules): Promise<Arrival> {
  const size = Number(request.headers.get('content-length')) || undefined
  const most = rules.mostBytes
  if (size && size > most) throw tooLarge(rules, { size, most })
  const isForm = FORM.test(request.headers.get('content-type') ?? '')
  return await (isForm ? fromForm : fromBody)(request, rules).catch((error) => {
    throw error instanceof BodyTooLarge ? tooLarge(rules, { size, most }) : error
  })
}

async function fromForm(request: Request, rules: ArrivalRules): Promise<Arrival> {
  const form = await readForm(request, { bytes: rules.mostBytes, incoming: rules.incoming }).catch(
    refusalOfForm,
  )
  const file = form.files.get('file') ?? form.files.values().next().value
  if (file && file.size > 0)
    return { ...file, fields: form.fields, remove: () => removeFiles(form) }
  await removeFiles(form)
  throw noFilePart()
}

async function fromBody(request: Request, rules: ArrivalRules): Promise<Arrival> {
  const path = rules.incoming()
  const remove = () => rm(path, { force: true })
  try {
    const size = await spool(request, path, rules.mostBytes)
    if (size === 0) throw noFilePart()
    return { name: nameIn(request), path, size, fields: new Map(), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Writes a body to a file; answers its bytes. @throws BodyTooLarge as soon as there are more than `most`. */
export async function spool(request: Request, path: string, most: number): Promise<number> {
  const handle = await open(path, 'w')
  try {
    let size = 0
    for await (const { buffer, byteOffset, byteLength } of request.body ?? []) {
      size += byteLength
      if (size > most) throw new BodyTooLarge()
      await writeAll(handle, Buffer.from(buffer, byteOffset, byteLength))
    }
    return size
  } finally {
    await handle.close()
  }
}

const nameIn = ({ headers }: Request): string => {
  const told = headers.get('content-disposition')
  return (told !== null && disposition(`content-disposition: ${told}`).fileName) || ''
}
