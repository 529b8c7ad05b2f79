import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { refreshPhotos } from '@/web/api/photos/photos'
import { getSessionAccount } from '@/web/state/account'
import { usePreferences } from '@/web/state/preferences'
import { queueFiles } from '@/web/uploads/queue-files'
import { readPhotoTime } from './photo-time'

/** A chosen photo that was not sent yet. */
export interface ChosenPhoto {
  id: number
  file: File
  /** When it was taken, as `readPhotoTime` returns it; undefined until the file has been read. */
  time?: number
  /** Id of the workout that the user has chosen; empty for none, undefined for the one of the same time. */
  choice?: string
}

type PhotoAction =
  /** `from` is the id of the first photo; the others get consecutive ids. */
  | { type: 'add'; files: readonly File[]; from: number }
  | { type: 'note'; id: number; facts: Pick<ChosenPhoto, 'time' | 'choice'> }
  | { type: 'remove'; ids: readonly number[] }

function photoReducer(photos: readonly ChosenPhoto[], action: PhotoAction): ChosenPhoto[] {
  switch (action.type) {
    case 'add':
      return [
        ...photos,
        ...action.files.map((file, offset) => ({ id: action.from + offset, file })),
      ]
    case 'note':
      return photos.map((photo) => (photo.id === action.id ? { ...photo, ...action.facts } : photo))
    case 'remove':
      return photos.filter(({ id }) => !action.ids.includes(id))
  }
}

/** The chosen photos, and functions to change and to send them. */
export function usePhotos(firstFiles: readonly File[]) {
  const { timeZone } = usePreferences()
  const client = useQueryClient()
  const [photos, dispatch] = useReducer(photoReducer, [], () =>
    photoReducer([], { type: 'add', files: firstFiles, from: 1 }),
  )
  const nextId = useRef(firstFiles.length + 1)
  const add = useCallback((files: readonly File[]) => {
    dispatch({ type: 'add', files, from: nextId.current })
    nextId.current += files.length
  }, [])
  useEffect(() => {
    const isNew = ({ time }: ChosenPhoto) => time === undefined
    for (const { id, file } of photos.filter(isNew))
      void readPhotoTime(file, timeZone).then((time) =>
        dispatch({ type: 'note', id, facts: { time } }),
      )
  }, [photos, timeZone])
  const remove = useCallback((ids: readonly number[]) => dispatch({ type: 'remove', ids }), [])
  const sending = useMutation({
    /** Sends photos to workouts, by the ids of the photos. Those that could not be sent stay. */
    mutationFn: async (targets: ReadonlyMap<number, string>) => {
      for (const photo of photos) {
        const workoutId = targets.get(photo.id)
        if (workoutId === undefined) continue
        await sendPhoto(photo.file, workoutId)
        remove([photo.id])
      }
    },
    onSettled: (_, __, targets) =>
      Promise.all([...new Set(targets.values())].map((id) => refreshPhotos(client, id))),
  })
  return {
    photos,
    add,
    remove,
    choose: (id: number, choice: string) => dispatch({ type: 'note', id, facts: { choice } }),
    sending,
  }
}

/** Uploads a photo in the background, or at once in a browser that cannot store files. */
async function sendPhoto(file: File, workoutId: string): Promise<void> {
  const account = getSessionAccount()
  if (account === null) throw new Error('no session')
  await queueFiles(account, [{ file, workoutId }]).catch(async () => {
    const { addPhoto } = await import('@/web/api/photos/send-photo')
    await addPhoto(workoutId, file)
  })
}
