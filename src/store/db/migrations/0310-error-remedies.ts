/** What makes a rejected file of an archive readable, in English; null if nothing is known. */
export const errorRemedies = ['alter table user_task_errors add column remedy text']
