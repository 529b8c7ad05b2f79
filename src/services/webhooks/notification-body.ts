/** The body of a delivery of `notification.created`, or of a test of it. */
export interface NotificationBody {
  data: {
    notification: {
      /** Missing in a test. */
      id?: string
      type: string
      text: string
      url: string
    }
  }
}

/** Problems of the server, reports, appeals and sanctions. */
const IMPORTANT =
  /^(backup_|disk_|folder_|report$|.*_appeal$|user_warning$|.*_suspension$|account_creation$)/

/** Whether a notification is shown with a higher priority. */
export const isImportant = ({ type }: { type: string }): boolean => IMPORTANT.test(type)
