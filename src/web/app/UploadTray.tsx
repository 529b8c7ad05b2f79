import { CloseButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '@/web/i18n/text'
import classes from './UploadTray.module.css'
import { UploadTrayItem } from './UploadTrayItem'
import { useUploadQueue } from './use-upload-queue'

/** The files of an account that wait, are being sent, were refused or have just become workouts. */
export function UploadTray({ account }: { account: string }) {
  const { queue, items } = useUploadQueue(account)
  const [open, setOpen] = useState(true)
  if (items.length === 0) return null
  const left = items.filter(({ state }) => state.phase !== 'done').length
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
