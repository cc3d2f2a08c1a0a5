/** In a file of its own: the addresses of these files are no part of the first load. */
export const files = import.meta.glob<object>('./*/{exports,holds,payroll,reports,splits,transfers}.json', {
  import: 'default',
});
