// The part of cm-chessboard that the page uses; the package has no types of its own.

interface MoveInputEvent {
  type: string
  squareFrom: string
  squareTo: string | null
  reason?: string
}

declare module "cm-chessboard" {
  export interface View {
    svg: SVGSVGElement
    markersLayer: SVGGElement
    markersTopLayer: SVGGElement
    squareWidth: number
    getPieceElement(square: string): SVGGElement | null
    squareToPoint(square: string): { x: number; y: number }
  }
  export class Chessboard {
    constructor(context: HTMLElement, props: object)
    view: View
    props: { style: { animationDuration: number } }
    context: HTMLElement
    setPosition(placement: string, animated?: boolean): Promise<void>
    getPosition(): string
    getPiece(square: string): string | null
    setPiece(square: string, piece: string | null): Promise<void>
    setOrientation(color: "w" | "b", animated?: boolean): Promise<void>
    getOrientation(): "w" | "b"
    enableMoveInput(handler: (event: MoveInputEvent) => boolean | void, color?: "w" | "b"): void
    disableMoveInput(): void
    cancelMoveInput(): void
    isMoveInputEnabled(): boolean
  }
  export const INPUT_EVENT_TYPE: Record<
    "moveInputStarted" | "movingOverSquare" | "validateMoveInput" | "moveInputCanceled" | "moveInputFinished",
    string
  >
}

declare module "cm-chessboard/src/model/Extension.js" {
  import type { Chessboard } from "cm-chessboard"
  export const EXTENSION_POINT: Record<"afterRedrawBoard", string>
  export class Extension {
    constructor(chessboard: Chessboard)
    chessboard: Chessboard
    registerExtensionPoint(name: string, callback: () => void): void
  }
}

declare module "cm-chessboard/src/lib/Svg.js" {
  export class Svg {
    static createSvg(container?: Element): SVGSVGElement
    static addElement(parent: Element, name: string, attributes?: Record<string, string | number>): SVGElement
  }
}

declare module "*.css"
