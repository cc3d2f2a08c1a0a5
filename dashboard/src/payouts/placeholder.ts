/** The numbers of the example file. In test mode they can be paid; nobody owns them. */
export const examplePhones: readonly string[] = ['+221770000100', '+221770000101'];

const RUN = '01234567890';

/** Whether someone typed the number only to fill the cell: 777777777, 00 00 00 00, 12345678. */
export function isPlaceholder(phone: string, live: boolean): boolean {
  const digits = phone.replace(/\D/g, '');
  if (live && examplePhones.includes(`+${digits}`)) return true;
  const end = digits.slice(-7);
  return digits.length >= 7 && (new Set(end).size === 1 || RUN.includes(end));
}
