package ui

// An Icon is a small drawing in strokes: a path on a ground of 24 by 24.
type Icon string

// The icons. Beside each stands a word, or what it is on has a label.
const (
	IconBall   Icon = "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 8l4 3-1.5 4.5h-5L8 11zM12 3v5M16 11l4.5-2M14.5 15.5l3 3.5M9.5 15.5l-3 3.5M8 11L3.5 9"
	IconGames  Icon = "M6 3h12a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM4 12h16M9 3v3h6V3M9 21v-3h6v3"
	IconCup    Icon = "M7 4h10v6a5 5 0 0 1-10 0zM7 6H4c0 3 1 5 3 5M17 6h3c0 3-1 5-3 5M12 15v4M8 20h8"
	IconLearn  Icon = "M3 9l9-5 9 5-9 5zM7 12v5c3 2.5 7 2.5 10 0v-5M21 9v6"
	IconPerson Icon = "M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c1-5 4-7 8-7s7 2 8 7"
	IconBell   Icon = "M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4M12 3v2"
	IconBack   Icon = "M15 5l-7 7 7 7"
	IconMore   Icon = "M5 12h.01M12 12h.01M19 12h.01"
	IconUndo   Icon = "M9 4L4 9l5 5M4 9h10a6 6 0 0 1 0 12h-2"
	IconFlip   Icon = "M8 4v16M8 4L4 8M8 4l4 4M16 20V4M16 20l-4-4M16 20l4-4"
	IconAgain  Icon = "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5M10.5 9v6l4.5-3z"
	IconPlay   Icon = "M7 5l12 7-12 7z"
	IconPause  Icon = "M8 5v14M16 5v14"
	IconNext   Icon = "M6 5l9 7-9 7zM18 5v14"
	IconShare  Icon = "M12 15V4M8 8l4-4 4 4M5 12v7h14v-7"
	IconChart  Icon = "M4 20V4M4 20h16M8 16l4-5 3 3 5-7"
)
