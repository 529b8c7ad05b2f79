import { CloseButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { UploadResult } from '@/web/api/client/upload-response'
import { refreshPhotos } from '@/web/api/photos/photos'
import { refreshWorkouts } from '@/web/api/workouts/workouts'
import { t } from '@/web/i18n/text'
import { announceUploads } from './announce-uploads'
import classes from './UploadTray.module.css'
import { UploadTrayItem } from './UploadTrayItem'
import { type QueueItem, UploadQueue } from './upload-queue'

/** The upload queue of an account: files that are waiting, being sent, rejected or just imported. */
export function UploadTray({ account }: { account: string }) {
  const { queue, items } = useUploadQueue(account)
  const [open, setOpen] = useState(true)
  if (items.length === 0) return null
  const left = items.filter(({ state }) => !isDone(state)).length
  const Chevron = open ? IconChevronDown : IconChevronUp
  return (
    <section className={classes.tray} aria-label={t('queue.title')}>
      <div className={classes.head}>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Chevron size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('queue.summary', { count: left })}</span>
        </button>
        {left === 0 && <CloseButton aria-label={t('queue.clear')} onClick={() => queue.clear()} />}
      </div>
      {open && (
        <ul className={classes.list}>
          {items.map((item) => (
            <UploadTrayItem key={item.id} item={item} queue={queue} />
          ))}
        </ul>
      )}
    </section>
  )
}

const isDone = ({ phase }: QueueItem['state']) => phase === 'done' || phase === 'added'

/** Returns the upload queue of an account, which sends files while the calling component is mounted. */
function useUploadQueue(account: string): {
  queue: UploadQueue
  items: readonly QueueItem[]
} {
  const client = useQueryClient()
  const queue = useMemo(() => {
    // Files that are sent one after another are announced, and can be undone, together.
    let batch: UploadResult[] = []
    const created = new UploadQueue(account, {
      onSent: (result, isLast) => {
        batch.push(result)
        void refreshWorkouts(client)
        announceUploads(client, [...batch], () => created.clear())
        if (isLast) batch = []
      },
      onPhoto: (workoutId) => void refreshPhotos(client, workoutId),
    })
    return created
  }, [account, client])
  useEffect(() => queue.start(), [queue])
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) }
}
