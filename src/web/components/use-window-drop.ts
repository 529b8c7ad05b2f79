import { useEffect, useState } from 'react'

/** The files among what was dropped; folders cannot be sent and are left out. */
function filesOf({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile()
    return file ? [file] : []
  })
}

const carriesFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page; tells whether some hover over it now. */
export function useWindowDrop(onFiles: (files: File[]) => void): boolean {
  const [hovering, setHovering] = useState(false)
  useEffect(() => {
    // Every element on the way is entered before the one before it is left.
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
      const files = filesOf(event.dataTransfer)
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
