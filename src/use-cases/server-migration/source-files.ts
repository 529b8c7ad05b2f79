import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { undefinedIfMissing } from '@/lib/system-errors'
import { SourceError } from '@/services/postgres/snapshot'

/** Finds the folder with the uploads. @throws SourceError when there is none or it cannot be read. */
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
 * Finds a file of the source server; undefined when it is missing or its name leads out of the folder.
 *
 * @throws SourceError when permissions do not allow reading it, so that it is not treated as missing.
 */
export async function findSourceFile(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, name)
  if (!path.startsWith(`${folder}/`) || !(await factsOf(path))?.isFile()) return undefined
  await access(path, constants.R_OK).catch((error) => reject(path, error))
  return path
}

const factsOf = (path: string) =>
  stat(path)
    .catch(undefinedIfMissing)
    .catch((error) => reject(path, error))

function reject(path: string, cause: Error): never {
  throw new SourceError(
    `${path} cannot be read (${cause.message}): let the user that runs this read all of FitTrackee’s uploads, or copy them and give it the copy.`,
    { cause },
  )
}
