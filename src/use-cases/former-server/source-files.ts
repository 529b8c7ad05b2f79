import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { undefinedIfMissing } from '@/lib/faults'
import { SourceError } from '@/postgres/snapshot'

/** @throws SourceError for a folder that holds no uploads, or may not be read. */
export async function findUploads(folder: string): Promise<string> {
  const given = resolve(folder)
  for (const path of [given, join(given, 'uploads')])
    for (const content of ['workouts', 'pictures'])
      if ((await factsOf(join(path, content)))?.isDirectory()) return path
  throw new SourceError(
    `${folder} holds neither workouts nor pictures: name the folder uploads of FitTrackee (it is in its UPLOAD_FOLDER).`,
  )
}

/**
 * A file of the other server; undefined when it is gone, and for a name that leads out of its folder.
 *
 * @throws SourceError when it may not be read: it is there, and must not be made anew, or be left out.
 */
export async function findSourceFile(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, name)
  if (!path.startsWith(`${folder}/`) || !(await factsOf(path))?.isFile()) return undefined
  await access(path, constants.R_OK).catch((error) => refuse(path, error))
  return path
}

const factsOf = (path: string) =>
  stat(path)
    .catch(undefinedIfMissing)
    .catch((error) => refuse(path, error))

function refuse(path: string, cause: Error): never {
  throw new SourceError(
    `${path} cannot be read (${cause.message}): let the user that runs this read all of FitTrackee’s uploads, or copy them and give it the copy.`,
    { cause },
  )
}
