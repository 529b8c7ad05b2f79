import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type OwnNames, sportKey } from '@/reference/sport-named'
import { ApiError } from '@/web/api/api-error'
import { sportNamesQuery } from '@/web/api/sport-names'
import { type UploadDetails, uploadFile } from '@/web/api/upload'
import { readRemedy, type UploadResult } from '@/web/api/upload-answer'
import { refreshWorkouts } from '@/web/api/workouts'
import { queueFiles } from '@/web/app/upload-queue'
import { sessionAccount } from '@/web/state/account'
import { isUnanswered } from '@/web/state/connection'
import { guessSport } from './guess-sport'
import { lookIntoArchive } from './look-into-archive'
import {
  detailsOf,
  isArchive,
  soleOutcome,
  type UploadFacts,
  type UploadItem,
  unsent,
  uploadReducer,
} from './upload-items'

/** What holds for all files that are sent: what accompanies them, and the sport of those that name none. */
export type ForAll = { common: UploadDetails; usual: number | null }

/** The chosen files, and the ways to change them. */
function useChosenFiles(firstFiles: readonly File[]) {
  const [items, dispatch] = useReducer(uploadReducer, [], () =>
    uploadReducer([], { type: 'add', files: firstFiles, from: 1 }),
  )
  // No id is used twice, not even that of a file which was removed: what is found out about it may come late.
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

/** The chosen files, and sending them one after another. A single upload ends at its workout. */
export function useUploads(firstFiles: readonly File[]) {
  const { items, dispatch, add, note } = useChosenFiles(firstFiles)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  useLooking(items, note)

  const send = async (item: UploadItem, forAll: ForAll) => {
    const { id, file } = item
    const report = (share: number) =>
      dispatch({ type: 'update', id, state: { phase: 'sending', share } })
    const details = detailsOf(item, forAll)
    report(0)
    try {
      const result = await uploadFile(file, details, report)
      dispatch({ type: 'update', id, state: { phase: 'done', result } })
      return result
    } catch (error) {
      if (isUnanswered(error) && (await keepForLater(file, details))) {
        dispatch({ type: 'remove', id })
        return null
      }
      dispatch({ type: 'update', id, state: { phase: 'failed', error } })
      const body = error instanceof ApiError ? error.body : null
      if (readRemedy(body)?.code === 'sport_unknown') note(id, { guess: { kind: 'none' } })
      return null
    }
  }

  const sendThese = async (chosen: readonly UploadItem[], forAll: ForAll) => {
    setBusy(true)
    const results: (UploadResult | null)[] = []
    for (const item of chosen) results.push(await send(item, forAll))
    setBusy(false)
    await refreshWorkouts(client)
    // Nobody is taken away from where they went meanwhile.
    const goal = isHere.current && items.length === 1 ? soleOutcome(results) : undefined
    // Going back from there should not offer to upload it again.
    if (goal && 'taskId' in goal) {
      await navigate({ to: '/workouts/tasks/$taskId', params: goal, replace: true })
    } else if (goal) {
      await navigate({ to: '/workouts/$workoutId', params: goal, replace: true })
    }
  }

  return {
    items,
    busy,
    add,
    note,
    remove: (id: number) => dispatch({ type: 'remove', id }),
    chooseForAll: (sport: number | null) => dispatch({ type: 'sport', sport }),
    sendAll: (forAll: ForAll) => sendThese(unsent(items), forAll),
    /** Sends one file again, with an answer to what the server asked about it. */
    answer: (item: UploadItem, answers: UploadDetails, forAll: ForAll) => {
      const answered = { ...item, answers: { ...item.answers, ...answers } }
      note(item.id, { answers: answered.answers })
      return sendThese([answered], forAll)
    },
  }
}

/** Lets a file wait in this browser until there is a connection; whether the browser keeps it. */
async function keepForLater(file: File, details: UploadDetails): Promise<boolean> {
  const account = sessionAccount()
  if (account === null) return false
  return queueFiles(account, [file], details).then(
    () => true,
    () => false,
  )
}

/** Looks into each chosen file once, one after another: for its sport, or for what is in an archive. */
function useLooking(
  items: readonly UploadItem[],
  note: (id: number, facts: UploadFacts) => void,
): void {
  const { data: names, isPending } = useQuery(sportNamesQuery)
  const looked = useRef(new Set<number>())
  useEffect(() => {
    if (isPending) return
    const own: OwnNames = new Map(
      names?.sport_names.map(({ name, sport_id }) => [sportKey(name), sport_id]),
    )
    const fresh = items.filter(({ id }) => !looked.current.has(id))
    for (const { id } of fresh) looked.current.add(id)
    void (async () => {
      for (const item of fresh) note(item.id, { ...(await lookInto(item, own)), isKnown: true })
    })()
  }, [items, names, isPending, note])
}

async function lookInto(item: UploadItem, own: OwnNames): Promise<UploadFacts> {
  if (!isArchive(item)) return { guess: await guessSport(item.file, own) }
  return { contents: await lookIntoArchive(item.file).catch(() => undefined) }
}
