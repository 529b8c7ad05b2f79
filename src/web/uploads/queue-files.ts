import { toServerPath } from '@/web/api/client/server-path'
import { addUploads, type WaitingUpload } from './file-store'

/** The base path of the server, with a trailing slash. */
export const base = () => toServerPath('/')
/** The name of the channel on which tabs announce changes. */
export const channelName = () => `milepost.uploads${base()}`

/** Notifies all tabs, including this one, that the stored files have changed. */
export function announce(): void {
  const channel = new BroadcastChannel(channelName())
  channel.postMessage('changed')
  channel.close()
}

/** A file to be stored for upload: a recording, or a photo of a workout. */
export type QueuedFile = Pick<WaitingUpload, 'file' | 'photos' | 'workoutId'> &
  Partial<Pick<WaitingUpload, 'details'>>

/**
 * Stores files in this browser for upload to an account.
 * @throws if the browser cannot store them
 */
export async function queueFiles(account: string, files: readonly QueuedFile[]): Promise<void> {
  await addUploads(
    base(),
    files.map((file) => ({ details: {}, ...file, account })),
  )
  announce()
}
