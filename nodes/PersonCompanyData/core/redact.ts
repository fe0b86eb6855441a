/** A CPF in running text, formatted or not; no part of a longer number. */
const CPF = /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g;

/** A text without CPFs: n8n stores and logs messages. */
export const withoutCpfs = (text: string): string => text.replace(CPF, '***');
