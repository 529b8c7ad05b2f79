import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { sportKey, type UserSportNames } from '@/domain/reference/sport-named'
import { sportNamesQuery } from '@/web/api/accounts/sports'
import { ApiError } from '@/web/api/client/api-error'
import { type UploadDetails, uploadFile } from '@/web/api/client/upload'
import { parseMissingDetails, type UploadResult } from '@/web/api/client/upload-response'
import { refreshWorkouts } from '@/web/api/workouts/workouts'
import { getSessionAccount } from '@/web/state/account'
import { isConnectionError } from '@/web/state/connection'
import { type QueuedFile, queueFiles } from '@/web/uploads/queue-files'
import { guessSport } from './guess-sport'
import { inspectArchive } from './inspect-archive'
import {
  getDetails,
  isArchive,
  soleOutcome,
  type UploadFacts,
  type UploadItem,
  unsent,
  uploadReducer,
} from './upload-items'

/** Settings for all files of an upload: common details, and the default sport. */
export type ForAll = { common: UploadDetails; defaultSport: number | null }

/** The chosen files, and functions to change them. */
function useChosenFiles(firstFiles: readonly File[]) {
  const [items, dispatch] = useReducer(uploadReducer, [], () =>
    uploadReducer([], { type: 'add', files: firstFiles, from: 1 }),
  )
  // Ids are never reused, not even those of removed files, because the result of an inspection may arrive late.
  const nextId = useRef(firstFiles.length + 1)
  const add = useCallback((files: readonly File[]) => {
    dispatch({ type: 'add', files, from: nextId.current })
    nextId.current += files.length
  }, [])
  const note = useCallback(
    (id: number, facts: UploadFacts) => dispatch({ type: 'note', id, facts }),
    [],
  )
  return { items, dispatch, add, note }
}

/** The result for a file; null if it failed, or waits for a connection. */
type SendResult = UploadResult | null

/** Photos that are added to the workout of the only recording. */
interface PhotosOfRecording {
  files: readonly File[]
  /** Adds them to a workout. Returns whether all of them were handed over. */
  sendTo: (workoutId: string) => Promise<boolean>
  /** Called when they wait for a connection together with the recording. */
  onStored: () => void
}

/** Returns a function that uploads one of the chosen files, and one that uploads the photos next to it. */
function useSending(
  { items, dispatch, note }: ReturnType<typeof useChosenFiles>,
  photos: PhotosOfRecording,
) {
  /** Photos belong to the only recording; next to several, their workouts are chosen after the upload. */
  const photosOf = (item: UploadItem) =>
    items.length === 1 && !isArchive(item) && photos.files.length > 0 ? photos.files : undefined

  const store = async (item: UploadItem, details: UploadDetails) => {
    const own = photosOf(item)
    const waiting = { file: item.file, details, ...(own && { photos: own }) }
    if (!(await keepForLater(waiting))) return false
    dispatch({ type: 'remove', id: item.id })
    if (own) photos.onStored()
    return true
  }

  const send = async (item: UploadItem, forAll: ForAll) => {
    const { id, file } = item
    const report = (share: number) =>
      dispatch({ type: 'update', id, state: { phase: 'sending', share } })
    const details = getDetails(item, forAll)
    report(0)
    try {
      const result = await uploadFile(file, details, report)
      dispatch({ type: 'update', id, state: { phase: 'done', result } })
      return result
    } catch (error) {
      if (isConnectionError(error) && (await store(item, details))) return null
      dispatch({ type: 'update', id, state: { phase: 'failed', error } })
      const body = error instanceof ApiError ? error.body : null
      if (parseMissingDetails(body)?.code === 'sport_unknown') note(id, { guess: { kind: 'none' } })
      return null
    }
  }

  /** Adds the photos to the workout of the only recording. Returns whether no photo is left in the form. */
  const sendPhotos = async ([item]: readonly UploadItem[], [result]: readonly SendResult[]) => {
    const [workout] = result?.workouts ?? []
    if (photos.files.length === 0) return true
    return Boolean(item && workout && photosOf(item) && (await photos.sendTo(workout.id)))
  }
  return { send, sendPhotos }
}

/** Manages the chosen files and uploads them one after another. After a single upload, opens its workout. */
export function useUploads(firstFiles: readonly File[], photos: PhotosOfRecording) {
  const chosenFiles = useChosenFiles(firstFiles)
  const { items, dispatch, add, note } = chosenFiles
  const { send, sendPhotos } = useSending(chosenFiles, photos)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHere = useIsHere()
  useInspection(items, note)

  const sendThese = async (chosen: readonly UploadItem[], forAll: ForAll) => {
    setBusy(true)
    const results: SendResult[] = []
    for (const item of chosen) results.push(await send(item, forAll))
    const isComplete = await sendPhotos(chosen, results)
    setBusy(false)
    await refreshWorkouts(client)
    // Do not navigate if the user has left this page during the upload, or would lose photos.
    const canLeave = isHere.current && items.length === 1 && isComplete
    const goal = canLeave ? soleOutcome(results) : undefined
    if (goal) await openOutcome(navigate, goal)
  }

  return {
    items,
    busy,
    add,
    note,
    remove: (id: number) => dispatch({ type: 'remove', id }),
    chooseForAll: (sport: number | null) => dispatch({ type: 'sport', sport }),
    sendAll: (forAll: ForAll) => sendThese(unsent(items), forAll),
    /** Uploads one file again with the missing details. */
    retry: (item: UploadItem, addedDetails: UploadDetails, forAll: ForAll) => {
      const completed = { ...item, addedDetails: { ...item.addedDetails, ...addedDetails } }
      note(item.id, { addedDetails: completed.addedDetails })
      return sendThese([completed], forAll)
    },
  }
}

/** Stores a file in this browser until there is a connection. Returns whether it could be stored. */
async function keepForLater(waiting: QueuedFile): Promise<boolean> {
  const account = getSessionAccount()
  if (account === null) return false
  return queueFiles(account, [waiting]).then(
    () => true,
    () => false,
  )
}

/** Inspects each chosen file once, one after another: its sport, or the contents of an archive. */
function useInspection(
  items: readonly UploadItem[],
  note: (id: number, facts: UploadFacts) => void,
): void {
  const { data: names, isPending } = useQuery(sportNamesQuery)
  const looked = useRef(new Set<number>())
  useEffect(() => {
    if (isPending) return
    const own: UserSportNames = new Map(
      names?.sport_names.map(({ name, sport_id }) => [sportKey(name), sport_id]),
    )
    const fresh = items.filter(({ id }) => !looked.current.has(id))
    for (const { id } of fresh) looked.current.add(id)
    void (async () => {
      for (const item of fresh) note(item.id, { ...(await inspectFile(item, own)), isKnown: true })
    })()
  }, [items, names, isPending, note])
}

async function inspectFile(item: UploadItem, own: UserSportNames): Promise<UploadFacts> {
  if (!isArchive(item)) return { guess: await guessSport(item.file, own) }
  return { contents: await inspectArchive(item.file).catch(() => undefined) }
}

/** Opens what an upload became. Replaces the history entry, so that going back does not offer to upload the file again. */
const openOutcome = (
  navigate: ReturnType<typeof useNavigate>,
  goal: NonNullable<ReturnType<typeof soleOutcome>>,
): Promise<void> =>
  'taskId' in goal
    ? navigate({ to: '/workouts/tasks/$taskId', params: goal, replace: true })
    : navigate({ to: '/workouts/$workoutId', params: goal, replace: true })

/** Whether the page that uses this is still shown. */
function useIsHere() {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
