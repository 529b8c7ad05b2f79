import { IconFileUpload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '@/web/i18n/text'
import classes from './DropAnywhere.module.css'

/** Accepts workout files dropped anywhere on the page; visible only while files are dragged over it. */
export function DropAnywhere({ onFiles }: { onFiles: (files: File[]) => void }) {
  const hovering = useWindowDrop(onFiles)
  if (!hovering) return null
  return (
    <div className={classes.veil}>
      <IconFileUpload size={44} stroke={1.5} />
      <p>{t('drop.here')}</p>
    </div>
  )
}

/** Returns the dropped files. Folders are omitted, because they cannot be uploaded. */
function listFiles({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile()
    return file ? [file] : []
  })
}

const carriesFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false

/** Accepts files dropped anywhere on the page; returns whether files are being dragged over it. */
function useWindowDrop(onFiles: (files: File[]) => void): boolean {
  const [hovering, setHovering] = useState(false)
  useEffect(() => {
    // Counts entered elements, because each element is entered before the previous one is left.
    let depth = 0
    const move = (step: number) => (event: DragEvent) => {
      if (!carriesFiles(event)) return
      depth = Math.max(0, depth + step)
      setHovering(depth > 0)
    }
    const allow = (event: DragEvent) => carriesFiles(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event)) return
      event.preventDefault()
      depth = 0
      setHovering(false)
      const files = listFiles(event.dataTransfer)
      if (files.length > 0) onFiles(files)
    }
    const listening = new AbortController()
    const { signal } = listening
    window.addEventListener('dragenter', move(1), { signal })
    window.addEventListener('dragleave', move(-1), { signal })
    window.addEventListener('dragover', allow, { signal })
    window.addEventListener('drop', drop, { signal })
    return () => listening.abort()
  }, [onFiles])
  return hovering
}
