import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { DropAnywhere } from '@/web/components/DropAnywhere'
import { queueFiles } from './upload-queue'

/** Makes every screen a place to drop recordings: they are sent at once, as the sport that each of them names. */
export function DropZone({ account }: { account: string }) {
  const navigate = useNavigate()
  const send = useCallback(
    (files: File[]) =>
      // A browser that keeps nothing, or has no room left: the form sends them without.
      void queueFiles(account, files).catch(() =>
        navigate({ to: '/workouts/add', state: { files } }),
      ),
    [account, navigate],
  )
  return <DropAnywhere onFiles={send} />
}
