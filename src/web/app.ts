import "./app.css"; import {Chessboard} from "cm-chessboard"; console.log(Chessboard)
