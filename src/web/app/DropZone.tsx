import { useCallback } from 'react'
import { DropAnywhere } from '@/web/components/DropAnywhere'
import { queueFiles } from './upload-queue'

/** Makes every screen a place to drop recordings: they are sent at once, as the sport that each of them names. */
export function DropZone({ account }: { account: string }) {
  const send = useCallback((files: File[]) => void queueFiles(account, files), [account])
  return <DropAnywhere onFiles={send} />
}
