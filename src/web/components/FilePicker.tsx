import { type ReactNode, useRef } from 'react'
import { t } from '@/web/i18n/text'

/** A large button that opens the browser's file dialog. The server decides what it can read. */
export function FilePicker({
  onFiles,
  disabled = false,
  className,
  children,
}: {
  onFiles: (files: File[]) => void
  disabled?: boolean
  className: string | undefined
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('add.files')}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // Lets the same file be chosen again after it was removed.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
